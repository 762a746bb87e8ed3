import pg from "pg";

/**
 * Leaves the planner with statistics of empty tables, as a dry run on an empty catalogue does: rolled back, the rows are there
 * again, but the counts that were taken without them stay.
 */
export async function takeEmptyStatistics(databaseUrl: string): Promise<void> {
  // a connection of its own, without cached plans of foreign keys
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("delete from games");
    await client.query("analyze games, offers, game_prices, price_history, price_alerts");
    await client.query("rollback");
  } finally {
    await client.end();
  }
}
