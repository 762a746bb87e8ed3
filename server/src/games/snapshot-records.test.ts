import { expect, test } from "vitest";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";
import { listSnapshotRows } from "./queries.ts";
import { writeValues } from "./snapshot-binary.ts";
import { buildSnapshot } from "./snapshot-build.ts";
import { applyChanges, createSnapshot, listRows } from "./snapshot-model.ts";
import { createRecords, dropRecord, isWasteful, readRecord, writeRecord } from "./snapshot-records.ts";
import { recordColumns, type SnapshotRow } from "./snapshot-rows.ts";
import { games } from "./table.ts";

const { db, pool } = await createTestDatabase();
const seen = new Date("2026-01-02T03:04:05.678Z");
const ids = await addCatalogue(
  db,
  [
    {
      title: "Pokémon 缺氧 🎮",
      developer: 'A "quoted" one, and so on\n',
      steamAppid: 2_147_483_647,
      rating: 8.3,
      tags: "Nudity",
      playerCount: 0,
      metacriticScore: 100,
      releaseDate: "1969-07-20",
      offers: {
        steam: { priceCents: 999, link: "https://steam.example/é" },
        gog: { priceCents: 0, link: "https://gog.example/" },
        cdkeys: { priceCents: 1, inStock: false, link: "https://cdkeys.example/" },
        other: { priceCents: null, link: "https://other.example/" },
      },
    },
    { title: "Nothing is known" },
    { title: "", developer: "" },
  ],
  seen,
);
await db.update(games).set({ description: "long ".repeat(300_000), reviewScore: 0.1, reviewCount: 5 });

async function readAll() {
  const client = await pool.connect();
  return createSnapshot(await buildSnapshot(client).finally(() => client.release()));
}

/** The part of a row that records keep. */
function recorded(row: SnapshotRow) {
  return Object.fromEntries(recordColumns.map(({ name }) => [name, row[name]]));
}

test("what is known of a game is the same, read with all others or by itself", async () => {
  const rows = await listSnapshotRows(db, ids);
  const expected = rows.toSorted((a, b) => a.id - b.id).map(recorded);
  expect(expected[0]).toMatchObject({
    title: "Pokémon 缺氧 🎮",
    releaseDate: "1969-07-20",
    cdkeysInStock: false,
    lowAt: seen.getTime(),
    steamLink: "https://steam.example/é",
    otherLink: "https://other.example/",
  });
  const snapshot = await readAll();
  expect(listRows(snapshot, ids)).toEqual(expected);
  expect(applyChanges(snapshot, ids, rows)).toBe(true);
  expect(listRows(snapshot, ids)).toEqual(expected);
});

/** A record whose only text has so many letters. */
function recordOf(row: SnapshotRow, letters: number) {
  return writeValues({ ...row, description: "x".repeat(letters) }, recordColumns);
}

test("a record that fits takes the place of the one before; what others leave behind is counted", async () => {
  const [row] = (await listSnapshotRows(db, [ids[1]!])) as [SnapshotRow];
  const records = createRecords(2);
  writeRecord(records, 0, recordOf(row, 1_000));
  writeRecord(records, 1, recordOf(row, 10));
  const { end } = records;
  writeRecord(records, 0, recordOf(row, 900));
  expect(records).toMatchObject({ end, wasted: 100 });
  writeRecord(records, 0, recordOf(row, 2_000));
  expect(records.end).toBeGreaterThan(end);
  expect(readRecord(records, 0).description).toHaveLength(2_000);
  expect(readRecord(records, 1).description).toHaveLength(10);

  expect(isWasteful(records)).toBe(false);
  for (let letters = 3_000; letters < 100_000; letters += 1_000) writeRecord(records, 0, recordOf(row, letters));
  expect(readRecord(records, 0).description).toHaveLength(99_000);
  expect(isWasteful(records)).toBe(true);

  const { wasted } = records;
  dropRecord(records, 1);
  expect(records.wasted).toBeGreaterThan(wasted);
});
