import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import { trySessionLock } from "./session-lock.ts";

const { pool, url } = await createTestDatabase();
const take = () => trySessionLock({ connectionString: url }, "test lock");

test("one holds it at a time, and has not lost it when it releases it", async () => {
  const lock = await take();
  expect(await take()).toBeNull();
  await lock!.release();
  expect(lock!.lost.aborted).toBe(false);
  const next = await take();
  expect(next).not.toBeNull();
  await next!.release();
});

test("it is lost with its connection", async () => {
  const lock = await take();
  await pool.query("select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7215");
  await eventually(() => expect(lock!.lost.aborted).toBe(true));
  await lock!.release();
});
