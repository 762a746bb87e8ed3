import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { trySessionLock } from "../../platform/db/session-lock.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { jsonLines } from "../../test/imports.ts";
import { games } from "../games/table.ts";
import { uploadFolder } from "./commands-files.ts";
import { sweepImports } from "./commands-upload.ts";
import { workOnImports } from "./commands-work.ts";
import type { ImportRow } from "./queries.ts";
import { fileImports } from "./table.ts";

const { db, pool, url, applicationUrl } = await createTestDatabase();
const connection = { connectionString: applicationUrl ?? url };
const folder = uploadFolder((await createTestFolder()).path("data"));
const now = new Date("2026-11-21T12:00:00Z");
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const manyGames = jsonLines(Array.from({ length: 600 }, (_, n) => ({ title: `Game ${n}` })));

beforeEach(() => emptyTables(pool, ["games", "file_imports"]));

/** An import in the given state, with its file. */
async function addImport(change: Partial<ImportRow>, content: string | null = manyGames): Promise<ImportRow> {
  const row = {
    kind: "games",
    name: "games.jsonl",
    size: 1,
    state: "checking",
    createdAt: now,
    changedAt: now,
  } as const;
  const [created] = await db
    .insert(fileImports)
    .values({ options: { strict: false, keep_sample: false, accept_collapse: false }, ...row, ...change })
    .returning();
  const path = folder.fileOf(created!);
  await mkdir(dirname(path), { recursive: true });
  if (content === null) await folder.remove(path);
  else await writeFile(path, content);
  return created!;
}

function work(clock = () => now, signal = new AbortController().signal) {
  const log = { info() {}, error() {} };
  return workOnImports({ db, connection, folder, publicUrl: "http://localhost", log, clock, signal });
}

const find = async (id: number) => (await db.select().from(fileImports).where(eq(fileImports.id, id)))[0]!;

describe("an import whose process ended", () => {
  test("is resumed by the next one", async () => {
    const { id } = await addImport({ state: "applying", attempts: 1 });
    await work();
    expect(await find(id)).toMatchObject({ state: "done", problem: null, appliedAt: now });
    expect(await db.$count(games)).toBe(600);
  });

  test("fails after its last attempt", async () => {
    const { id } = await addImport({ attempts: 3 });
    await work();
    expect(await find(id)).toMatchObject({ state: "failed", problem: "Broke off 3 times" });
  });

  test("is applied only once", async () => {
    const { id } = await addImport({ state: "applying" });
    await work();
    await work();
    expect(await find(id)).toMatchObject({ state: "done", attempts: 1 });
  });
});

test("a process that stops leaves the import unchanged for another one", async () => {
  const { id } = await addImport({ state: "applying" });
  const stopping = new AbortController();
  let calls = 0;
  const clock = () => {
    calls += 1;
    if (calls === 2) stopping.abort();
    return now;
  };
  await expect(work(clock, stopping.signal)).rejects.toThrow();
  expect(await find(id)).toMatchObject({ state: "applying", attempts: 0 });
  expect(await db.$count(games)).toBe(0);
});

test("one process works at a time, until nothing is waiting", async () => {
  const one = await addImport({});
  const other = await addImport({});
  const lock = await trySessionLock(connection, "file imports");
  await work();
  expect(await find(one.id)).toMatchObject({ state: "checking", attempts: 0 });
  await lock!.release();
  await work();
  expect([(await find(one.id)).state, (await find(other.id)).state]).toEqual(["checked", "checked"]);
});

test("an import that is queued just before the lock is free does not wait for the next job", async () => {
  const queued = Promise.withResolvers<ImportRow>();
  // counts what waits once the lock is free
  const count = async () => {
    queued.resolve(await addImport({}));
    return 1;
  };
  vi.spyOn(db, "$count").mockImplementationOnce(count as never);
  await work();
  vi.restoreAllMocks();
  queued.reject(new Error("Nothing was counted"));
  expect(await find((await queued.promise).id)).toMatchObject({ state: "checked" });
});

test("a missing file is reported", async () => {
  const { id } = await addImport({}, null);
  await work();
  expect(await find(id)).toMatchObject({ state: "failed", problem: "games.jsonl cannot be read (ENOENT)" });
});

test("abandoned imports are deleted: uploads after a day, other files after a week", async () => {
  const uploading = await addImport({ state: "uploading" });
  const waiting = await addImport({ state: "checked" });
  const done = await addImport({ state: "done", appliedAt: now, undoable: true, rejectedRows: true });
  const ids = async () => (await db.select({ id: fileImports.id }).from(fileImports)).map(({ id }) => id).sort();
  await sweepImports(db, folder, hours(23));
  expect(await ids()).toEqual([uploading.id, waiting.id, done.id]);
  await sweepImports(db, folder, hours(25));
  expect(await ids()).toEqual([waiting.id, done.id]);
  expect([uploading, waiting].map((row) => existsSync(folder.fileOf(row)))).toEqual([false, true]);
  await sweepImports(db, folder, hours(8 * 24));
  expect(await ids()).toEqual([done.id]);
  expect(await find(done.id)).toMatchObject({ undoable: true, rejectedRows: true });
  await sweepImports(db, folder, hours(31 * 24));
  expect(await find(done.id)).toMatchObject({ undoable: false, rejectedRows: false });
});
