import { expect, onTestFinished, test } from "vitest";
import { sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { build, buildInThread } from "./thread.ts";

const { db, url } = await createTestDatabase();
const connection = { connectionString: url };

test("the thread transfers the read model and exits", async () => {
  const ids = await addCatalogue(db, [{ title: "One" }, { title: "Two" }]);
  const ended = Promise.withResolvers<number>();
  process.once("worker", (thread) => thread.once("exit", ended.resolve));
  const { columns, records } = await buildInThread(connection, { countries: [] }, new AbortController().signal);
  expect([...columns.id.subarray(0, records.ends.length)]).toEqual(ids);
  // a running thread would retain its memory
  expect(await ended.promise).toBe(0);
}, 20_000);

test.each([
  ["in a thread", buildInThread, "ended early"],
  ["without one", build, "aborted"],
])("an aborted build %s rejects", async (_, start, message) => {
  const aborting = new AbortController();
  const building = start(connection, { countries: [] }, aborting.signal);
  aborting.abort();
  await expect(building).rejects.toThrow(message);
});

test("few games start no thread, many do, and the result is the same", async () => {
  let threads = 0;
  const count = () => {
    threads += 1;
  };
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  const { signal } = new AbortController();
  const few = await build(connection, { countries: [] }, signal);
  expect(threads).toBe(0);
  expect(few).toEqual(await buildInThread(connection, { countries: [] }, signal));
  threads = 0;
  await db.execute(sql`
    insert into games (title, title_folded, title_key) select n, n, n from generate_series(1, 500) n`);
  const many = await build(connection, { countries: [] }, signal);
  expect([many.records.ends.length, threads]).toEqual([502, 1]);
});
