// A process that migrates the database of its argument.
import { connect } from "../../platform/db/connect.ts";
import { migrateDatabase } from "../../platform/db/migrate.ts";

const database = connect({ connectionString: process.argv[2] }, console.error);
await migrateDatabase(database.pool);
await database.close();
