import { beforeEach, describe, expect, test } from "vitest";
import { eq, sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { signInUser } from "../../../test/users.ts";
import { auditLog } from "../../audit/table.ts";
import { notificationEvents, notificationRules } from "../../notifications/table.ts";
import { setOverride } from "../desk/commands-overrides.ts";
import { voidRecord } from "../desk/commands-records.ts";
import { type OfferObservation, recordOffers } from "../offers/commands.ts";
import { beginReading, deleteOldReadings, endReading } from "./commands-readings.ts";
import { undoReading } from "./commands-undo.ts";
import { readings } from "./table.ts";

const database = await createTestDatabase();
const { db, pool } = database;

let minute = 0;
/** A later time with every call. */
const next = () => new Date(Date.parse("2026-02-01T00:00:00Z") + (minute++ % 1e6) * 60_000);

beforeEach(() => pool.query("delete from games; delete from readings"));

/** A reading of these offers. */
async function read(offers: readonly OfferObservation[], kind: "poll" | "prices" = "prices"): Promise<number> {
  const now = next();
  const store = offers[0]?.store ?? "steam";
  const id = await beginReading(db, { kind, source: "feed.csv", store, country: "US" }, now);
  const { changed } = await recordOffers(db, offers, { now, markSeen: true, reading: id });
  await endReading(db, id, { state: "applied", seen: offers.length, changed }, now);
  return id;
}

const undo = (id: number) => undoReading(db, null, id, next());

const entriesOf = (id: number) =>
  db
    .select()
    .from(auditLog)
    .where(eq(auditLog.resourceId, String(id)));

/** Everything that visitors see, except times of writing and of seeing. */
async function site() {
  const parts = {
    offers: sql`select to_jsonb(offers) - 'last_seen_at' - 'reading_id' as row from offers`,
    history: sql`select to_jsonb(price_history) - 'reading_id' as row from price_history`,
    listed: sql`select to_jsonb(game_prices) - 'changed_at' as row from game_prices`,
    voided: sql`select to_jsonb(voided_records) as row from voided_records`,
    overrides: sql`select to_jsonb(price_overrides) as row from price_overrides`,
  };
  const found: Record<string, unknown[]> = {};
  for (const [name, rows] of Object.entries(parts)) {
    const part = await db.execute<{ row: unknown }>(sql`select row from (${rows}) part order by row::text`);
    found[name] = part.rows.map(({ row }) => row);
  }
  return found;
}

let games: number[] = [];
const steam = (index: number, priceMinor: number, more: Partial<OfferObservation> = {}): OfferObservation => ({
  gameId: games[index]!,
  store: "steam",
  priceMinor,
  ...more,
});
const keys = (index: number, priceMinor: number | null, more: Partial<OfferObservation> = {}): OfferObservation => ({
  gameId: games[index]!,
  store: "cdkeys",
  priceMinor,
  inStock: true,
  productId: `k${index}`,
  ...more,
});

/** Two games with a past of sales at two stores; the third was never priced. */
async function addGames() {
  games = await addCatalogue(db, [{ title: "Left 4 Dead 2" }, { title: "Hades" }, { title: "Celeste" }]);
  await read([steam(0, 999, { regularMinor: 999 }), steam(1, 2499, { regularMinor: 2499 })]);
  await read([keys(0, 799), keys(1, 1899)]);
  await read([keys(0, 650), keys(1, 1499)]);
  await read([keys(0, 799), keys(1, 1899)]);
}

const bad: [string, () => OfferObservation[]][] = [
  ["every price becomes 0.12", () => [keys(0, 12), keys(1, 12)]],
  ["prices rise", () => [keys(0, 79_900), keys(1, 189_900)]],
  ["a new offer and a new game", () => [keys(0, 12), keys(2, 300)]],
  ["stock goes", () => [keys(0, 799, { inStock: false }), keys(1, 1899, { inStock: false })]],
  ["a link changes", () => [keys(0, 799, { link: "https://shop.example/other" })]],
  ["a product changes", () => [keys(0, 799, { productId: "k9" })]],
  ["offers close", () => [keys(0, null), keys(1, null)]],
  ["giveaways begin", () => [keys(0, 0, { endsAt: new Date("2030-01-01T00:00:00Z") })]],
  ["a currency changes", () => [keys(0, 799, { currency: "EUR" })]],
  ["a regular price appears", () => [keys(0, 799, { regularMinor: 1200 })]],
  ["nothing changes", () => [keys(0, 799), keys(1, 1899)]],
];

describe("undo of a reading", () => {
  test.each(bad)("restores all: %s", async (_, offers) => {
    await addGames();
    const before = await site();
    const id = await read(offers());
    const undone = await undo(id);
    expect(undone).toMatchObject({ state: "undone", undoneBy: null });
    expect(await site()).toEqual(before);
    const [entry] = await entriesOf(id);
    expect(entry).toMatchObject({ action: "RESTORE", resourceType: "reading", resourceId: String(id) });
  });

  const later: [string, () => OfferObservation[]][] = [
    ["the next good reading of the store", () => [keys(0, 799), keys(1, 1899)]],
    ["a lower price of the store", () => [keys(0, 600)]],
    ["another store", () => [steam(0, 499, { regularMinor: 999 }), steam(1, 2499)]],
    ["a new low of another store", () => [steam(0, 399, { regularMinor: 999 })]],
    ["only stock", () => [keys(0, 12, { inStock: false })]],
    ["an end", () => [keys(0, null)]],
    ["a third game", () => [keys(2, 500)]],
    ["a giveaway of another store", () => [steam(0, 0, { regularMinor: 999 })]],
  ];

  test.each(later)("leaves what came later as if the reading had not been: %s", async (name, offers) => {
    await addGames();
    const mark = minute;
    if (name !== "only stock") {
      minute += 1;
      await read(offers());
      const expected = await site();
      await pool.query("delete from games; delete from readings");
      await db.execute(sql`alter sequence games_id_seq restart with ${sql.raw(String(games[0]!))}`);
      minute = mark - 4;
      await addGames();
      const id = await read(bad[0]![1]());
      await read(offers());
      await undo(id);
      expect(await site()).toEqual(expected);
    } else {
      const id = await read(bad[0]![1]());
      await read(offers());
      await undo(id);
      const { offers: left } = await site();
      expect(left).toContainEqual(expect.objectContaining({ store: "cdkeys", price_minor: 799, in_stock: false }));
    }
  });

  test.each([
    ["first to last", [0, 1, 2]],
    ["last to first", [2, 1, 0]],
    ["the one in the middle first", [1, 2, 0]],
    ["the one in the middle last", [0, 2, 1]],
  ])("of three readings in any order: %s", async (_, order) => {
    await addGames();
    const before = await site();
    const ids = [
      await read([keys(0, 12), keys(1, 13), keys(2, 14)]),
      await read([keys(0, 600), keys(1, 13, { inStock: false }), keys(2, 400)]),
      await read([keys(0, 20), keys(1, 700), keys(2, 14)]),
    ];
    for (const index of order) await undo(ids[index]!);
    expect(await site()).toEqual(before);
  });

  test("twice changes nothing more", async () => {
    await addGames();
    const id = await read([keys(0, 12)]);
    await undo(id);
    const before = await site();
    const again = await undo(id);
    expect(again).toMatchObject({ state: "undone", takenBack: 1 });
    expect(await site()).toEqual(before);
    expect(await entriesOf(id)).toHaveLength(1);
  });

  test("at once from two sides happens once", async () => {
    await addGames();
    const before = await site();
    const id = await read([keys(0, 12), keys(1, 12)]);
    const now = next();
    await Promise.all([1, 2, 3].map(() => undoReading(db, null, id, now)));
    expect(await site()).toEqual(before);
    expect(await entriesOf(id)).toHaveLength(1);
  });

  test("is all or nothing: a failure anywhere in it leaves everything as it was", async () => {
    await addGames();
    const id = await read([keys(0, 12), keys(1, 12)]);
    await read([steam(0, 500, { regularMinor: 999 })]);
    const before = await site();
    for (const table of ["offers", "price_history", "game_prices", "readings", "audit_log"]) {
      await db.execute(sql`
        create or replace function break_off() returns trigger language plpgsql as $$ begin raise 'broke off'; end $$`);
      await db.execute(sql`
        create trigger break_off before insert or update or delete on ${sql.identifier(table)}
        for each row execute function break_off()`);
      await expect(undo(id)).rejects.toThrow();
      await db.execute(sql`drop trigger break_off on ${sql.identifier(table)}`);
      expect(await site()).toEqual(before);
    }
    await undo(id);
    expect(await db.select({ state: readings.state }).from(readings)).toContainEqual({ state: "undone" });
  });

  test("fires no rule, and rules measure against the restored prices", async () => {
    await addGames();
    const { id: userId } = await signInUser(db, "ann");
    const about = { userId, gameId: games[0]!, country: "US", subject: "game" as const, scope: "all" as const };
    for (const kind of ["drop", "low", "stock"] as const) {
      await db.insert(notificationRules).values({ ...about, kind, value: null });
    }
    await db.insert(notificationRules).values({ ...about, kind: "target", value: 900 });
    // rules see the game for the first time
    await read([keys(0, 798)]);
    const count = () => db.$count(notificationEvents);
    const fired = await count();
    const id = await read([keys(0, 9_000)]);
    await undo(id);
    expect(await count()).toBe(fired);
    await read([keys(0, 640)]);
    const { rows } = await db.execute(sql`select kind, old_minor from notification_events where new_minor = 640`);
    expect(rows).toEqual(
      expect.arrayContaining([
        { kind: "drop", old_minor: 798 },
        { kind: "low", old_minor: 798 },
      ]),
    );
  });

  test("leaves a price set by hand, and restores what the store reported meanwhile", async () => {
    await addGames();
    const offer = { gameId: games[0]!, store: "cdkeys", country: "US" };
    const now = next();
    const until = new Date(now.getTime() + 86_400_000);
    await setOverride(db, null, offer, { price: 5, regular: null, until, reason: "agreed" }, now);
    const before = await site();
    const id = await read([keys(0, 12)]);
    await undo(id);
    expect(await site()).toEqual(before);
  });

  test("a voided price is ignored again", async () => {
    await addGames();
    const { rows } = await db.execute<{ at: string }>(sql`
      select max(recorded_at)::text as at from price_history where store = 'cdkeys' and game_id = ${games[0]!}`);
    const record = { gameId: games[0]!, country: "US", store: "cdkeys", at: new Date(rows[0]!.at) };
    await voidRecord(db, null, record, "wrong", next());
    const before = await site();
    const id = await read([keys(0, 12)]);
    await undo(id);
    expect(await site()).toEqual(before);
  });

  test("is refused while the reading runs and after its time", async () => {
    await addGames();
    const id = await beginReading(db, { kind: "poll", source: "gog" }, next());
    await expect(undo(id)).rejects.toThrow("under way");
    const old = await read([keys(0, 12)]);
    const late = new Date(Date.now() + 365 * 86_400_000);
    await expect(undoReading(db, null, old, late)).rejects.toThrow("no longer");
    await deleteOldReadings(db, late);
    await expect(undo(old)).rejects.toThrow("no reading");
    await expect(undo(999_999)).rejects.toThrow("no reading");
  });
});
