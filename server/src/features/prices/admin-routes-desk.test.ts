import type { DeskOffer, DeskRecord } from "contract/prices/desk-schema.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { desc, eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { signInAdmin } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { recordOffers } from "./offers/commands.ts";
import { matchReviews } from "./table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const editor = await signInAdmin(db, "Editor", ["prices.read", "prices.write"]);
const reader = await signInAdmin(db, "Reader", ["prices.read"]);
const stranger = await signInAdmin(db, "Stranger", ["catalogue.read", "catalogue.write"]);
const hour = 3_600_000;
const now = Date.now();
const hoursAgo = (hours: number) => new Date(now - hours * hour);

beforeEach(() => emptyTables(pool, ["games", "match_reviews", "price_polls"]));

async function call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, user = editor) {
  const url = `/api/admin/catalogue/${path}`;
  const response = await app.inject({ method, url, headers: user.headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

/** A game at GOG: 20, then 5, then 15. */
async function addSable(): Promise<number> {
  const [id] = await addCatalogue(db, [{ title: "Sable" }]);
  const prices = [2000, 500, 1500];
  for (const [n, priceMinor] of prices.entries()) {
    const offer = { gameId: id!, store: "gog", productId: "sable", link: "https://gog.example/sable", priceMinor };
    await recordOffers(db, [{ ...offer, regularMinor: 2000 }], { now: hoursAgo(30 - 10 * n) });
  }
  return id!;
}

const recordPath = (game: number, at: Date, action: string) =>
  `records/${game}/gog/US/${encodeURIComponent(at.toISOString())}/${action}`;
const recordsOf = async (game: number, query = "") =>
  (await call("GET", `records?game=${game}${query}`)).body as { records: DeskRecord[]; total: number };
const latestEntry = async () => (await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];

describe("offers of a game", () => {
  test("include all stores and markets", async () => {
    const id = await addSable();
    await recordOffers(db, [{ gameId: id, country: "GB", currency: "GBP", store: "steam", priceMinor: 999 }], {
      now: new Date(now),
    });
    const { body } = await call("GET", `offers?game=${id}`);
    expect(body.game).toEqual({ id, title: "Sable" });
    expect(body.offers).toMatchObject([
      { store: "steam", country: "GB", currency: "GBP", price: 9.99, product_id: null, override: null },
      {
        ...{ store: "gog", country: "US", price: 15, regular_price: 20, product_id: "sable", source: null },
        ...{ link: "https://gog.example/sable", is_linked_by_hand: false },
      },
    ]);
    expect((await call("GET", "offers?game=99")).status).toBe(404);
    expect((await call("GET", "offers")).body.details[0].path).toBe("game");
  });

  test("need their permissions", async () => {
    const id = await addSable();
    expect((await call("GET", `offers?game=${id}`, undefined, stranger)).status).toBe(403);
    expect((await call("GET", `records?game=${id}`, undefined, stranger)).status).toBe(403);
    const override = { price: 1, until: new Date(now + hour).toISOString(), reason: "Wrong" };
    expect((await call("PUT", `offers/${id}/gog/US/override`, override, reader)).status).toBe(403);
    expect((await call("POST", `offers/${id}/gog/unlink`, {}, reader)).status).toBe(403);
    expect((await call("POST", recordPath(id, hoursAgo(20), "void"), { reason: "Wrong" }, reader)).status).toBe(403);
  });
});

describe("records", () => {
  test("are listed newest first, page by page, and filtered by store and market", async () => {
    const id = await addSable();
    const { records, total } = await recordsOf(id, "&store=gog&country=US&limit=2");
    expect(total).toBe(3);
    expect(records).toMatchObject([
      { price: 15, voided: null },
      { price: 5, voided: null },
    ]);
    expect((await recordsOf(id, "&page=2&limit=2")).records).toMatchObject([{ price: 20 }]);
    expect((await recordsOf(id, "&store=steam")).total).toBe(0);
  });

  test("are voided with a reason, and restored", async () => {
    const id = await addSable();
    const { status, body } = await call("POST", recordPath(id, hoursAgo(20), "void"), { reason: "A typing error" });
    expect({ status, record: body.record }).toMatchObject({
      status: 200,
      record: { price: 5, voided: { by: "Editor", reason: "A typing error" } },
    });
    expect(await latestEntry()).toMatchObject({
      ...{ resourceType: "price_record", oldValue: { price: 5, voided: null } },
      newValue: { voided: { reason: "A typing error" } },
    });
    expect((await recordsOf(id)).records.map(({ voided }) => voided !== null)).toEqual([false, true, false]);

    const stale = await call("POST", recordPath(id, hoursAgo(20), "void"), { reason: "A typing error" });
    expect(stale).toMatchObject({ status: 409, body: { code: "stale", current: { voided: { by: "Editor" } } } });

    expect((await call("POST", recordPath(id, hoursAgo(20), "unvoid"))).body.record).toMatchObject({ voided: null });
    expect((await recordsOf(id)).records.every(({ voided }) => voided === null)).toBe(true);
    expect((await call("POST", recordPath(id, hoursAgo(20), "unvoid"))).body.code).toBe("stale");
  });

  test("cannot be voided without a reason, or if they do not exist", async () => {
    const id = await addSable();
    expect((await call("POST", recordPath(id, hoursAgo(20), "void"), { reason: " " })).body.details[0].path).toBe(
      "reason",
    );
    expect((await call("POST", recordPath(id, hoursAgo(19), "void"), { reason: "Wrong" })).status).toBe(404);
    expect((await call("POST", `records/${id}/gog/US/yesterday/void`, { reason: "Wrong" })).status).toBe(404);
    expect((await recordsOf(id)).records.every(({ voided }) => voided === null)).toBe(true);
  });
});

describe("a price set by hand", () => {
  const until = () => new Date(Date.now() + 48 * hour).toISOString();
  const path = (id: number) => `offers/${id}/gog/US/override`;

  test("is set and ended", async () => {
    const id = await addSable();
    const override = { price: 9.99, regular: 20, until: until(), reason: "The store's sale", base_price: 15 };
    const { status, body } = await call("PUT", path(id), override);
    expect({ status, offer: body.offer }).toMatchObject({
      status: 200,
      offer: { price: 9.99, override: { price: 9.99, reason: "The store's sale", set_by: "Editor" } },
    });
    expect(await latestEntry()).toMatchObject({
      ...{ resourceType: "offer", oldValue: { price: 15, override: null } },
      newValue: { price: 9.99 },
    });
    const ended = await call("DELETE", path(id));
    expect(ended.body.offer).toMatchObject({ price: 15, regular_price: 20, override: null });
    expect((await call("DELETE", path(id))).body.code).toBe("stale");
    expect((await recordsOf(id)).records.map(({ price }) => price)).toEqual([15, 9.99, 15, 5, 20]);
  });

  test("is refused with the invalid field, or if the offer changed", async () => {
    const id = await addSable();
    const override = { price: 9.99, until: until(), reason: "The store's sale" };
    const refused = async (change: object) =>
      (await call("PUT", path(id), { ...override, ...change })).body.details[0].path;
    expect(await refused({ price: -1 })).toBe("price");
    expect(await refused({ price: 9.999 })).toBe("price");
    expect(await refused({ regular: 5 })).toBe("regular");
    expect(await refused({ until: new Date(now - hour).toISOString() })).toBe("until");
    expect(await refused({ until: new Date(Date.now() + 31 * 24 * hour).toISOString() })).toBe("until");
    expect(await refused({ until: "soon" })).toBe("until");
    expect(await refused({ reason: "" })).toBe("reason");
    const stale = await call("PUT", path(id), { ...override, base_price: 20 });
    expect(stale).toMatchObject({ status: 409, body: { code: "stale", current: { price: 15 } } });
    expect((await call("PUT", `offers/${id}/steam/US/override`, override)).status).toBe(404);
    expect((await recordsOf(id)).total).toBe(3);
  });

  test("prevents voiding the record that it falls back to", async () => {
    const id = await addSable();
    await call("PUT", path(id), { price: 9.99, until: until(), reason: "The store's sale" });
    const { status } = await call("POST", recordPath(id, hoursAgo(10), "void"), { reason: "Wrong" });
    expect(status).toBe(409);
    expect((await call("POST", recordPath(id, hoursAgo(20), "void"), { reason: "Wrong" })).status).toBe(200);
  });
});

describe("the product of a game", () => {
  test("is unlinked: its offers end and the product is rejected", async () => {
    const id = await addSable();
    const { status, body } = await call("POST", `offers/${id}/gog/unlink`, { base_product_ids: ["sable"] });
    expect(status).toBe(200);
    expect(body.offers).toMatchObject([{ store: "gog", price: null, product_id: null } satisfies Partial<DeskOffer>]);
    expect(await db.select().from(matchReviews)).toMatchObject([
      { store: "gog", productId: "sable", decision: "rejected", gameId: null, candidates: [id] },
    ]);
    expect(await latestEntry()).toMatchObject({ resourceType: "offer", oldValue: { product_ids: ["sable"] } });
    expect((await call("POST", `offers/${id}/gog/unlink`, { base_product_ids: ["sable"] })).body.code).toBe("stale");
    expect((await call("POST", `offers/${id}/gog/unlink`, {})).body.code).toBe("conflict");
    expect((await call("POST", `offers/${id}/steam/unlink`, {})).status).toBe(404);
  });

  test("is linked with another game, which takes over its offers", async () => {
    const id = await addSable();
    const [other, sold] = await addCatalogue(db, [
      { title: "Other" },
      { title: "Sold", offers: { gog: { priceMinor: 100 } } },
    ]);
    expect((await call("POST", `offers/${id}/gog/relink`, { gameId: 99 })).status).toBe(404);
    expect((await call("POST", `offers/${id}/gog/relink`, { gameId: sold })).body.code).toBe("conflict");
    expect((await call("POST", `offers/${id}/gog/relink`, { gameId: id })).body.code).toBe("conflict");
    const stale = await call("POST", `offers/${id}/gog/relink`, { gameId: other, base_product_ids: ["another"] });
    expect(stale.body.code).toBe("stale");
    const { body } = await call("POST", `offers/${id}/gog/relink`, { gameId: other });
    expect(body.offers).toMatchObject([{ price: null, product_id: null }]);
    expect((await call("GET", `offers?game=${other}`)).body.offers).toMatchObject([
      { price: 15, regular_price: 20, product_id: "sable", is_linked_by_hand: true, link: "https://gog.example/sable" },
    ]);
    const [review] = await db.select().from(matchReviews).where(eq(matchReviews.productId, "sable"));
    expect(review).toMatchObject({ decision: "accepted", gameId: other });
    expect(await latestEntry()).toMatchObject({ oldValue: { game_id: id }, newValue: { game_id: other } });
  });
});
