import { expect, test } from "vitest";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { buildInThread } from "./thread.ts";

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

test("an aborted build rejects", async () => {
  const aborting = new AbortController();
  const building = buildInThread(connection, { countries: [] }, aborting.signal);
  aborting.abort();
  await expect(building).rejects.toThrow("ended early");
});
