import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { reservedBytes } from "../../platform/files/free-space.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { jsonLines } from "../../test/imports.ts";
import { signInUser } from "../../test/users.ts";
import { games } from "../games/table.ts";
import { uploadFolder } from "./commands-files.ts";
import { createImport, deleteImport, receiveContent } from "./commands-upload.ts";
import { workOnImports } from "./commands-work.ts";
import { requireImport } from "./queries.ts";
import { fileImports } from "./table.ts";

const { db, pool, url, applicationUrl } = await createTestDatabase();
const connection = { connectionString: applicationUrl ?? url };
const [ada, bob] = [await signInUser(db, "ada"), await signInUser(db, "bob")];
const now = new Date("2026-11-21T12:00:00Z");
const mega = 1024 * 1024;

/** Free bytes beyond the reserve; a list is read one by one, and its last one stays. */
let free: number[] = [];
const folder = uploadFolder((await createTestFolder()).path("data"), async () => {
  const left = free.length > 1 ? free.shift()! : free[0]!;
  return left + reservedBytes;
});

beforeEach(() => emptyTables(pool, ["games", "file_imports"]));

let files = 0;
function announce(editor: { id: number }, size: number) {
  files += 1;
  const file = { kind: "games", name: `${files}.jsonl`, size, modified: null } as const;
  return createImport(db, folder, { userId: editor.id }, file, now);
}

async function send(id: number, editor: { id: number }, content: AsyncIterable<Buffer>, offset = 0) {
  const upload = await requireImport(db, "games", id);
  await receiveContent(db, folder, { userId: editor.id }, upload, { offset, content }, () => now);
}

const full = "The server's disk is full";

describe("a file is announced only where there is room for it and all that is announced already", () => {
  test.each<[string, number, [number, number][], number, boolean]>([
    ["alone", 100, [], 100, true],
    ["one byte too many", 100, [], 101, false],
    ["beside a file of the same user", 100, [[0, 60]], 40, true],
    ["one byte too many beside it", 100, [[0, 60]], 41, false],
    ["beside a file of another user", 100, [[1, 60]], 41, false],
    [
      "beside several",
      100,
      [
        [0, 30],
        [1, 30],
        [1, 30],
      ],
      11,
      false,
    ],
    [
      "beside several that leave enough",
      100,
      [
        [0, 30],
        [1, 30],
        [1, 30],
      ],
      10,
      true,
    ],
    ["without any room", 0, [], 1, false],
    ["in the reserve", -1, [], 1, false],
  ])("%s", async (_, room, others, size, isAccepted) => {
    free = [1_000];
    for (const [who, bytes] of others) await announce(who === 0 ? ada : bob, bytes);
    free = [room];
    const announced = announce(ada, size);
    if (isAccepted) expect(await announced).toMatchObject({ isNew: true });
    else await expect(announced).rejects.toThrow(full);
  });

  test("of two at once only one gets the last room", async () => {
    free = [100];
    const outcomes = await Promise.allSettled([announce(ada, 60), announce(bob, 60)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("what has arrived, and what was deleted, is no longer counted", async () => {
    free = [100];
    const { id } = await announce(ada, 80);
    await expect(announce(bob, 50)).rejects.toThrow(full);
    await deleteImport(db, folder, { userId: ada.id }, { kind: "games", id });
    const other = await announce(bob, 50);
    await send(other.id, bob, bytes(50));
    expect(await announce(ada, 100)).toMatchObject({ isNew: true });
  });
});

async function* bytes(size: number, piece = mega): AsyncIterable<Buffer> {
  for (let at = 0; at < size; at += piece) yield Buffer.alloc(Math.min(piece, size - at), "x");
}

test("an upload ends when the disk fills up meanwhile, and goes on later", async () => {
  free = [100 * mega];
  const { id } = await announce(ada, 20 * mega);
  free = [50 * mega, 50 * mega, mega / 2];
  await expect(send(id, ada, bytes(20 * mega))).rejects.toThrow(full);
  const { received, state } = await requireImport(db, "games", id);
  expect({ received, state }).toEqual({ received: 8 * mega, state: "uploading" });
  free = [100 * mega];
  await send(id, ada, bytes(12 * mega), received);
  expect((await requireImport(db, "games", id)).state).toBe("uploaded");
});

describe("a check or an import leaves room for the database", () => {
  const count = 700;
  const rows = jsonLines(
    Array.from({ length: count }, (_, n) => ({ title: `Game ${n}`, description: "x".repeat(2_000) })),
  );

  async function work(name: string, content: string | Buffer, room: number[], state: "checking" | "applying") {
    const options = { strict: false, keep_sample: false, accept_collapse: false };
    const times = { createdAt: now, changedAt: now };
    const row = { kind: "games", name, size: 1, state, options, createdBy: ada.id, ...times } as const;
    const [created] = await db.insert(fileImports).values(row).returning();
    const path = folder.fileOf(created!);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    free = room;
    const log = { info() {}, error() {} };
    const signal = new AbortController().signal;
    await workOnImports({ db, connection, folder, publicUrl: "http://localhost", log, clock: () => now, signal });
    // compared as a whole: `toEqual` looks at each of a million bytes
    if (existsSync(path)) expect((await readFile(path)).equals(Buffer.from(content))).toBe(true);
    const [after] = await db.select().from(fileImports).where(eq(fileImports.id, created!.id));
    return after!;
  }

  const plenty = [4_000 * mega];
  test.each<[string, string, string | Buffer, number[], string | null]>([
    ["with room", "games.jsonl", rows, plenty, null],
    ["packed, with room", "games.jsonl.gz", gzipSync(rows), plenty, null],
    ["without any", "games.jsonl", rows, [0], full],
    ["in the reserve", "games.jsonl", rows, [-mega], full],
    ["with room for less than it unpacks to", "games.jsonl.gz", gzipSync(rows), [mega], "there is no room for it"],
    ["with room for less than is staged", "games.jsonl", rows, [mega], "there is no room for it"],
    [
      "that unpacks endlessly",
      "games.csv.gz",
      gzipSync(Buffer.alloc(8 * mega, `${"x".repeat(999)}\n`)),
      [mega],
      "there is no room",
    ],
    ["while the disk fills up", "games.jsonl", rows, [...plenty, -1], full],
    ["while the disk fills up, later", "games.jsonl", rows, [...plenty, ...plenty, ...plenty, 0], full],
  ])("%s", async (_, name, content, room, problem) => {
    for (const state of ["checking", "applying"] as const) {
      await emptyTables(pool, ["games", "file_imports"]);
      const after = await work(name, content, [...room], state);
      const expected = problem ? "failed" : state === "checking" ? "checked" : "done";
      expect(after).toMatchObject({ state: expected, problem: problem && expect.stringContaining(problem) });
      expect(await db.$count(games)).toBe(!problem && state === "applying" ? count : 0);
    }
  });
});
