import { expect, test } from "vitest";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { buildInThread } from "./thread.ts";

const { db, url } = await createTestDatabase();
const connection = { connectionString: url };

test("the thread hands over what it has built, and ends", async () => {
  const ids = await addCatalogue(db, [{ title: "One" }, { title: "Two" }]);
  const ended = Promise.withResolvers<number>();
  process.once("worker", (thread) => thread.once("exit", ended.resolve));
  const { columns, records } = await buildInThread(connection, new AbortController().signal);
  expect([...columns.id.subarray(0, records.ends.length)]).toEqual(ids);
  // one that stays keeps its memory
  expect(await ended.promise).toBe(0);
}, 20_000);

test("a reading that is given up fails", async () => {
  const giving = new AbortController();
  const reading = buildInThread(connection, giving.signal);
  giving.abort();
  await expect(reading).rejects.toThrow("ended early");
});
