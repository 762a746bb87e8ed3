import pg from "pg";

const tables = ["games", "offers", "game_prices", "price_history", "notification_rules", "rule_states"];

/** Leaves the planner with statistics of empty tables, like a rolled-back dry run on an empty catalogue. */
export async function takeEmptyStatistics(databaseUrl: string): Promise<void> {
  // A new connection has no cached plans of foreign keys.
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("begin");
    // foreign keys would look for each game in every table
    await client.query("set local session_replication_role = replica");
    for (const table of tables) await client.query(`delete from ${table}`);
    await client.query(`analyze ${tables.join(", ")}`);
    await client.query("rollback");
  } finally {
    await client.end();
  }
}
