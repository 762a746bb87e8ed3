import pg from "pg";

/** Leaves the planner with statistics of empty tables, like a rolled-back dry run on an empty catalogue. */
export async function takeEmptyStatistics(databaseUrl: string): Promise<void> {
  // A new connection has no cached plans of foreign keys.
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("delete from games");
    await client.query("analyze games, offers, game_prices, price_history, notification_rules, rule_states");
    await client.query("rollback");
  } finally {
    await client.end();
  }
}
