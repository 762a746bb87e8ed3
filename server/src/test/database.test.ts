import { expect, test } from "vitest";
import { sql } from "../platform/db/drizzle.ts";
import { createTestDatabase } from "./database.ts";

const first = await createTestDatabase();
const second = await createTestDatabase();

test("test databases are independent", async () => {
  await first.db.execute(sql`create table note (text text)`);
  const found = await second.db.execute(sql`select to_regclass('note') as note`);
  expect(found.rows).toEqual([{ note: null }]);
});

test("the URL leads to the same database", async () => {
  const name = await first.db.execute(sql`select current_database() as name`);
  expect(new URL(first.url).pathname).toBe(`/${name.rows[0]?.name}`);
});
