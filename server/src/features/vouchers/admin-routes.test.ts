import { expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInAdmin } from "../../test/users.ts";
import { games } from "../games/table.ts";
import { createVoucher, pruneVotes, voteOnVoucher } from "./commands.ts";
import { requireVoucher } from "./queries.ts";
import { vouchers, voucherVotes } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const offers = {
  steam: { priceMinor: 2_000, regularMinor: 2_000, link: "https://store.steampowered.com/app/1/" },
  gog: { priceMinor: 1_900, regularMinor: 3_800 },
};
const [game, other] = (await addCatalogue(db, [
  { title: "With a voucher", offers },
  { title: "Excluded", offers },
])) as [number, number];
const app = await startTestApp(database);
const admin = await signInAdmin(db, "editor", ["vouchers.read", "vouchers.write", "audit.read"]);

const fields = {
  ...{ store: "steam", code: "SAVE50", conditions: "Once per account", country: null },
  ...{ percent: 50, amount: null, currency: null, game_ids: [], excluded_game_ids: [other], excluded_regions: ["RU"] },
  ...{ minimum: null, full_price_only: false, begins_at: null, ends_at: null },
};

async function send(method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object, remoteAddress?: string) {
  const anonymous = url.endsWith("/votes");
  const response = await app.inject({
    ...{ method, url, ...(payload && { payload }), ...(remoteAddress && { remoteAddress }) },
    headers: anonymous ? {} : admin.headers,
  });
  return { status: response.statusCode, body: response.body === "" ? null : response.json() };
}

const detail = async (id: number) => (await app.inject(`/api/games/${id}`)).json();
const voucherAt = async (id: number, store = "steam") =>
  (await detail(id)).offers.find((one: { store: string }) => one.store === store).voucher;

test("a voucher is shown beside an offer, and is no part of prices", async () => {
  const before = await detail(game);
  const { status, body } = await send("POST", "/api/admin/vouchers", fields);
  expect(status).toBe(201);
  expect(body.voucher).toMatchObject({ ...fields, version: 1, shown: true, works: 0, fails: 0 });
  const { id } = body.voucher;
  const shown = { id, code: "SAVE50", price: 10, conditions: "Once per account" };
  await expect.poll(() => voucherAt(game)).toEqual({ ...shown, works: 0, fails: 0, worked_at: null });
  expect(await voucherAt(game, "gog")).toBeNull();
  expect(await voucherAt(other)).toBeNull();
  const after = await detail(game);
  // half of Steam's price is below the best price, which stays
  expect(after).toEqual({ ...before, offers: after.offers });
  expect(after).toMatchObject({ best_price: 19, best_store: "gog", historical_low: 19 });
  const deals = (await app.inject("/api/deals")).json();
  expect(JSON.stringify(deals)).not.toContain("SAVE50");
});

test("a voucher stays editable when one of its games is deleted", async () => {
  const [gone = 0] = await addCatalogue(db, [{ title: "Deleted soon" }]);
  const { body } = await send("POST", "/api/admin/vouchers", { ...fields, code: "GONE", game_ids: [gone] });
  await db.delete(games).where(eq(games.id, gone));
  const url = `/api/admin/vouchers/${body.voucher.id}`;
  expect((await send("PUT", url, { percent: 40 })).body.voucher).toMatchObject({ percent: 40, game_ids: [gone] });
  expect((await send("PUT", url, { excluded_game_ids: [gone] })).status).toBe(400);
  await send("DELETE", url);
});

test("votes count for 30 days, after which they are deleted", async () => {
  const now = new Date("2026-06-30T12:00:00Z");
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const { id } = await createVoucher(db, null, { ...fields, code: "VOTED" }, { now });
  const vote = (days: number, address: string) =>
    voteOnVoucher(db, id, { works: true, address, key: Buffer.from("key") }, ago(days));
  await vote(30, "a");
  await vote(29, "b");
  const works = async (days: number) => (await requireVoucher(db, id, ago(days))).works;
  expect([await works(1), await works(0), await works(-1)]).toEqual([2, 1, 0]);
  await pruneVotes(db, now);
  expect(await db.select({ day: voucherVotes.day }).from(voucherVotes)).toEqual([{ day: "2026-06-01" }]);
  await db.delete(vouchers).where(eq(vouchers.id, id));
});

test("edits are audited, and stale ones are refused", async () => {
  const [{ id }] = (await send("GET", "/api/admin/vouchers")).body.vouchers;
  const url = `/api/admin/vouchers/${id}`;
  expect((await send("PUT", url, { percent: 40, base_version: 1 })).body.voucher).toMatchObject({ version: 2 });
  expect(await send("PUT", url, { percent: 30, base_version: 1 })).toMatchObject({
    status: 409,
    body: { code: "stale", current: { percent: 40 } },
  });
  expect((await send("PUT", url, { percent: 40, base_version: 2 })).body.voucher).toMatchObject({ version: 2 });
  const { history, total } = (await send("GET", `${url}/history`)).body;
  expect(total).toBe(2);
  expect(history[0]).toMatchObject({ action: "UPDATE", old_value: { percent: 50 }, new_value: { percent: 40 } });
});

test.each([
  ["an unknown store", { store: "nowhere" }, "store"],
  ["an unknown game", { game_ids: [999_999] }, "game_ids"],
  ["neither percentage nor amount", { percent: null }, "percent"],
  ["an unknown region", { excluded_regions: ["Mars"] }, "excluded_regions.0"],
])("a voucher with %s is refused", async (_, change, path) => {
  const { status, body } = await send("POST", "/api/admin/vouchers", { ...fields, ...change });
  expect(status).toBe(400);
  expect(body.details).toMatchObject([{ path }]);
});

test("visitors vote once a day, and hide a code that fails", async () => {
  const [{ id }] = (await send("GET", "/api/admin/vouchers")).body.vouchers;
  const vote = (works: boolean, address: string) =>
    send("POST", `/api/vouchers/${id}/votes`, { works }, `203.0.113.${address}`);
  expect((await vote(true, "1")).body).toEqual({ works: 1, fails: 0 });
  expect((await vote(true, "1")).body).toEqual({ works: 1, fails: 0 });
  await expect.poll(() => voucherAt(game)).toMatchObject({ works: 1, worked_at: expect.any(String) });
  expect((await vote(false, "1")).body).toEqual({ works: 0, fails: 1 });
  await vote(false, "2");
  await expect.poll(() => voucherAt(game)).toMatchObject({ fails: 2 });
  expect((await vote(false, "3")).body).toEqual({ works: 0, fails: 3 });
  await expect.poll(() => voucherAt(game)).toBeNull();
  expect((await send("POST", "/api/vouchers/999999/votes", { works: true })).status).toBe(404);
  const [{ shown }] = (await send("GET", "/api/admin/vouchers")).body.vouchers;
  expect(shown).toBe(false);
  expect((await send("DELETE", `/api/admin/vouchers/${id}`)).status).toBe(204);
});
