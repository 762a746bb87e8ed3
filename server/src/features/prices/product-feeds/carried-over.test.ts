import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createSchemaOf } from "../../../platform/db/migrate.ts";
import { createTestDatabase } from "../../../test/database.ts";

const migration = new URL("../../../../migrations/0032_add_product_feeds.sql", import.meta.url);
const before = 32;

/** The rows that the migration creates from a value of `sync.feeds`. */
async function migrateSetting(value: string) {
  const { pool } = await createTestDatabase({ bare: true });
  const client = await pool.connect();
  try {
    await createSchemaOf(client, before);
    await client.query(
      "insert into site_config (key, type, value, category) values ('sync.feeds', 'json', $1, 'sync'), ('sync.gog', 'number', '6', 'sync')",
      [value],
    );
    for (const statement of (await readFile(migration, "utf8")).split("--> statement-breakpoint")) {
      await client.query(statement);
    }
    const { rows } = await client.query(
      "select store, country, address, currency, columns, version from product_feeds order by store, country",
    );
    const { rows: settings } = await client.query("select key from site_config");
    expect(settings).toEqual([{ key: "sync.gog" }]);
    return rows;
  } finally {
    client.release();
  }
}

test("the feeds of the former setting with an existing store and market become rows", async () => {
  const url = "https://shop.example/feed?key=1";
  const feeds = [
    { store: "fanatical", country: "GB", url, currency: "GBP", columns: { id: "sku", colour: "red" } },
    { store: "gog", country: "US", url },
    { store: "nowhere", country: "US", url },
    { store: "gog", country: "QQ", url },
  ];
  expect(await migrateSetting(JSON.stringify(feeds))).toEqual([
    { store: "fanatical", country: "GB", address: url, currency: "GBP", columns: { id: "sku" }, version: 1 },
    { store: "gog", country: "US", address: url, currency: null, columns: {}, version: 1 },
  ]);
});

test.each(["[]", "{}", "nonsense"])("a setting of %s results in no rows", async (value) => {
  expect(await migrateSetting(value)).toEqual([]);
});
