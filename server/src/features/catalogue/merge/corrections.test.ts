import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { asc, eq, sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { signInUser } from "../../../test/users.ts";
import { contactSubmissions } from "../../contact/table.ts";
import { games } from "../../games/table.ts";
import { gameClicks } from "../../insights/table.ts";
import { setOverride } from "../../prices/desk/commands-overrides.ts";
import { unvoidRecord, voidRecord } from "../../prices/desk/commands-records.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { priceReports } from "../../prices/reports/table.ts";
import { gamePrices, offers, priceHistory, priceOverrides, voidedRecords } from "../../prices/table.ts";
import { gameMerges, gameVersions } from "../table.ts";
import { mergeGame } from "./commands-merge.ts";
import { unmergeGame } from "./commands-unmerge.ts";

const { db } = await createTestDatabase();
const day = (number: number) => new Date(Date.parse("2026-03-01T00:00:00Z") + number * 24 * 3_600_000);
let [a, b] = [0, 0];

beforeEach(() => build());

async function build() {
  for (const table of [games, gameMerges, contactSubmissions]) await db.delete(table);
  [a = 0, b = 0] = await addCatalogue(db, [{ title: "Hades II" }, { title: "Hades 2" }], day(0));
}

const record = (number: number, gameId: number, store: string, priceMinor: number | null, productId?: string) =>
  recordOffers(db, [{ gameId, store, priceMinor, productId }], { now: day(number) });
const merge = () => mergeGame(db, null, { id: a, intoId: b, now: day(40) });
const undo = (number = 45) => unmergeGame(db, null, a, day(number));
const idOf = (gameId: number, store: string) => ({ gameId, store, country: "US" });
const voidAt = (number: number, gameId: number, store: string, now = 30) =>
  voidRecord(db, null, { ...idOf(gameId, store), at: day(number) }, "Wrong", day(now));
const override = (gameId: number, store: string, price: number, until: number) =>
  setOverride(db, null, idOf(gameId, store), { price, regular: null, until: day(until), reason: "Known" }, day(31));

const tables = ["games", "game_versions", "game_clicks", "offers", "price_history", "game_prices"];
const corrections = ["voided_records", "price_overrides", "price_reports"];

async function state(): Promise<unknown[]> {
  const states: unknown[] = [];
  for (const table of [...tables, ...corrections]) {
    const row = sql`to_jsonb(row) - 'updated_at' - 'changed_at'`;
    const { rows } = await db.execute(
      sql`select ${row} as row from ${sql.identifier(table)} row order by ${row}::text`,
    );
    states.push(table, rows);
  }
  return states;
}

/** Pairs of day and price. */
async function pricesIn(table: typeof priceHistory | typeof voidedRecords, gameId: number) {
  const rows = await db.select().from(table).where(eq(table.gameId, gameId)).orderBy(asc(table.recordedAt));
  return rows.map(({ recordedAt, priceMinor }) => [
    (recordedAt.getTime() - day(0).getTime()) / (24 * 3_600_000),
    priceMinor,
  ]);
}

async function addReport(gameId: number, isSettled: boolean) {
  const folded = Buffer.alloc(0);
  const message = { status: "new" as const, submittedAt: day(1), foldedName: folded };
  const [submission] = await db
    .insert(contactSubmissions)
    .values({ ...message, foldedEmail: folded, foldedSubject: folded } as never)
    .returning({ id: contactSubmissions.id });
  const offer = { ...idOf(gameId, "steam"), currency: "USD", reportedAt: day(1) };
  const settled = isSettled ? { outcome: "corrected" as const, settledAt: day(2) } : {};
  await db.insert(priceReports).values({ submissionId: submission!.id, ...offer, ...settled });
  return submission!.id;
}

const history = fc.array(
  fc.record({
    game: fc.constantFrom(0, 1),
    store: fc.constantFrom("steam", "gog"),
    priceMinor: fc.constantFrom(null, 0, 499, 999, 1499),
    productId: fc.constantFrom("p", "q"),
    isVoid: fc.boolean(),
    together: fc.boolean(),
  }),
  { maxLength: 10 },
);
const overriddenOffers = fc.subarray([0, 1, 2, 3]);

test("a merge of corrected games has correct prices, and its undo restores the exact state", async () => {
  await fc.assert(
    fc.asyncProperty(history, overriddenOffers, async (all, overrides) => {
      await build();
      let number = 1;
      for (const [n, { game, store, priceMinor, productId, together }] of all.entries()) {
        const isReadWithOther = together && game === 1 && all[n - 1]?.game === 0;
        if (!isReadWithOther) number += 1;
        await record(number, [a, b][game]!, store, priceMinor, productId);
      }
      for (const { gameId, store, recordedAt } of await db.select().from(priceHistory)) {
        const { isVoid = false } = all[recordedAt.getUTCDate() % all.length] ?? {};
        if (isVoid) await voidRecord(db, null, { ...idOf(gameId, store), at: recordedAt }, "Wrong", day(30));
      }
      for (const n of overrides) {
        const id = idOf([a, b][n % 2]!, n < 2 ? "steam" : "gog");
        const sold = await db.$count(offers, sql`(game_id, store) = (${id.gameId}, ${id.store})`);
        if (sold > 0) await override(id.gameId, id.store, 7 + n, 60);
      }
      const before = await state();
      await merge();
      const { rows: wrong } = await db.execute(sql`
        select game_id from game_prices where low_minor is distinct from (
          select min(price_minor) from price_history where game_id = game_prices.game_id and price_minor > 0
        ) or best_minor is distinct from (select min(price_minor) from offers where game_id = game_prices.game_id)
        union all select game_id from voided_records join price_history using (game_id, country, store, recorded_at)`);
      expect(wrong).toEqual([]);
      await undo();
      expect(await state()).toEqual(before);
    }),
    { numRuns: repeats(8, 200), seed: 2026 },
  );
}, 600_000);

test("voided records move unless the other game has a record of that time, and never count", async () => {
  await record(1, a, "gog", 900);
  await record(2, a, "gog", 100);
  await record(2, b, "gog", 850);
  await record(3, a, "gog", 800);
  await record(4, a, "gog", 50);
  await record(5, a, "gog", 700);
  await voidAt(2, a, "gog");
  await voidAt(4, a, "gog");
  await merge();
  expect(await pricesIn(voidedRecords, b)).toEqual([[4, 50]]);
  const [prices] = await db.select().from(gamePrices);
  expect(prices).toMatchObject({ gameId: b, lowMinor: 700 });
  await undo();
  expect(await pricesIn(voidedRecords, a)).toEqual([
    [2, 100],
    [4, 50],
  ]);
  expect(await pricesIn(voidedRecords, b)).toEqual([]);
});

test("records replace the other game's voided ones of that time, until an undo", async () => {
  await record(1, a, "gog", 900);
  await record(2, a, "gog", 850);
  await record(1, b, "gog", 1000);
  await record(2, b, "gog", 100);
  await voidAt(2, b, "gog");
  await merge();
  expect(await pricesIn(priceHistory, b)).toContainEqual([2, 850]);
  expect(await pricesIn(voidedRecords, b)).toEqual([]);
  await undo();
  expect(await pricesIn(voidedRecords, b)).toEqual([[2, 100]]);
});

test("a voided price is not skipped in readings of the moved offer", async () => {
  await record(1, b, "gog", 900);
  await record(2, b, "gog", 100);
  await voidAt(2, b, "gog");
  await record(20, a, "gog", 700);
  await merge();
  await record(41, b, "gog", 100);
  expect(await db.select({ price: offers.priceMinor }).from(offers)).toEqual([{ price: 100 }]);
});

test("an undo is refused while older records are corrected after the merge", async () => {
  await record(1, a, "gog", 900);
  await record(2, a, "gog", 100);
  await merge();
  await voidAt(2, b, "gog", 41);
  await expect(undo()).rejects.toMatchObject({ code: "conflict" });
  await unvoidRecord(db, null, { ...idOf(b, "gog"), at: day(2) }, day(42));
  await undo();
  expect(await pricesIn(priceHistory, a)).toEqual([
    [1, 900],
    [2, 100],
  ]);
});

test("a price override follows its offer, and returns until it expires", async () => {
  await record(1, a, "gog", 900);
  await override(a, "gog", 5, 60);
  await merge();
  const ofGame = () => db.select({ gameId: priceOverrides.gameId }).from(priceOverrides);
  expect(await ofGame()).toEqual([{ gameId: b }]);
  await undo();
  expect(await ofGame()).toEqual([{ gameId: a }]);
});

test("the source's price applies after an undo when the override has expired", async () => {
  await record(1, a, "gog", 900);
  await override(a, "gog", 5, 43);
  await record(35, b, "gog", 1000);
  await merge();
  expect(await db.$count(priceOverrides)).toBe(0);
  await undo();
  expect(await db.$count(priceOverrides)).toBe(0);
  const [offer] = await db.select().from(offers).where(eq(offers.gameId, a));
  expect(offer).toMatchObject({ priceMinor: 900 });
});

test("clicks add up, and an undo subtracts those that moved", async () => {
  const clicked = (gameId: number, on: string, clicks: number) =>
    db.insert(gameClicks).values({ gameId, day: on, clicks });
  await clicked(a, "2026-03-01", 3);
  await clicked(a, "2026-03-02", 4);
  await clicked(b, "2026-03-02", 5);
  const clicks = async () =>
    (await db.select().from(gameClicks).orderBy(gameClicks.gameId, gameClicks.day)).map((row) => [
      row.gameId,
      row.clicks,
    ]);
  expect(await merge()).toMatchObject({ counts: { clicks: 7 } });
  expect(await clicks()).toEqual([
    [b, 3],
    [b, 9],
  ]);
  await db.update(gameClicks).set({ clicks: 10 }).where(eq(gameClicks.day, "2026-03-02"));
  await undo();
  expect(await clicks()).toEqual([
    [a, 3],
    [a, 4],
    [b, 6],
  ]);
});

test("open reports move and return; settled ones return if their messages exist", async () => {
  const open = await addReport(a, false);
  const settled = await addReport(a, true);
  const deleted = await addReport(a, true);
  const reports = async () =>
    (await db.select().from(priceReports).orderBy(priceReports.submissionId)).map((row) => [
      row.submissionId,
      row.gameId,
    ]);
  expect(await merge()).toMatchObject({ counts: { reports: 1 } });
  expect(await reports()).toEqual([[open, b]]);
  await db.delete(contactSubmissions).where(eq(contactSubmissions.id, deleted));
  await undo();
  expect(await reports()).toEqual([
    [open, a],
    [settled, a],
  ]);
});

test("a hidden game returns hidden, with its edits, even those of deleted accounts", async () => {
  const editor = await signInUser(db, "Editor");
  const edited = { hidden: true, overrides: { genre: "RPG" }, version: 2 };
  await db
    .update(games)
    .set(edited as never)
    .where(eq(games.id, a));
  const version = { action: "edit", values: {}, overridden: ["genre"], createdAt: day(1), replaced: {} };
  await db.insert(gameVersions).values({ ...version, gameId: a, version: 2, createdBy: editor.id } as never);
  await merge();
  expect(await db.$count(gameVersions)).toBe(0);
  await db.execute(sql`delete from users where id = ${editor.id}`);
  await undo();
  const [game] = await db.select().from(games).where(eq(games.id, a));
  expect(game).toMatchObject(edited);
  expect(await db.select().from(gameVersions)).toMatchObject([{ gameId: a, version: 2, createdBy: null }]);
});
