// A process of the site that starts: brings the database of its argument to the newest schema, and ends.
import { connect } from "../db/connect.ts";
import { migrateDatabase } from "../db/migrate.ts";

const database = connect({ connectionString: process.argv[2] }, console.error);
await migrateDatabase(database.pool);
await database.close();
