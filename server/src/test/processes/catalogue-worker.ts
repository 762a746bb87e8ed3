// A process that fills the catalogue once, for tests that kill it. Arguments: URL of the database, URL of the stores.
import { openCatalogueSources } from "../../features/catalogue/commands-poll-catalogue.ts";
import { pollSource } from "../../features/prices/polls/commands-poll.ts";
import { createClient } from "../../features/prices/sources/client.ts";
import { connect } from "../../platform/db/connect.ts";
import { parseEnv } from "../../platform/process/env.ts";

const [connectionString = "", stores = ""] = process.argv.slice(2);
const connection = { connectionString };
const { db, pool } = connect(connection, () => {}, { size: 2 });
const env = parseEnv({
  STEAM_STORE_URL: stores,
  STEAM_WEB_API_URL: stores,
  STEAM_WEB_API_KEY: "key",
  GOG_CATALOG_URL: stores,
});
const client = createClient({ publicUrl: env.publicUrl, paceMs: 5 });
const sources = openCatalogueSources(db, { env, clients: { steam: client, steamApi: client, gog: client } });
for (const source of sources) {
  const poll = await pollSource(db, source, {
    connection,
    clock: () => new Date(),
    signal: new AbortController().signal,
    isDue: ([last]) => last?.state !== "done",
  });
  if (poll?.problem) console.error(`${source.key}: ${poll.problem}`);
}
await pool.end();
