import { endpoints } from "contract/api.ts";
import type { Method, Route } from "contract/core/endpoint.ts";
import { expect, test } from "vitest";
import { eq, sql } from "../../../platform/db/drizzle.ts";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { signInUser } from "../../../test/users.ts";
import { bundleItems, bundles } from "../../bundles/table.ts";
import { secondFactors } from "../factors/table.ts";
import { sessions } from "../table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const [gameId = 0] = await addCatalogue(db, [{ title: "Portal", offers: { steam: { priceMinor: 999 } } }]);

// a user with everything that an account can have, all of it marked
const mark = "belladonna";
const owner = await signInUser(db, mark);
const { item } = await asOwner("POST /api/wishlist", { gameId, notes: `of ${mark}` });
const { alert } = await asOwner("POST /api/alerts", { gameId, targetPrice: 1234.56 });
await asOwner("PUT /api/auth/profile", { displayName: `Lady ${mark}`, birthday: "1990-05-17" });

const [session] = await db.select().from(sessions).where(eq(sessions.userId, owner.id));
const [factor] = await db
  .insert(secondFactors)
  .values({ userId: owner.id, kind: "totp", name: mark, confirmedAt: new Date(), totpSecret: "none" })
  .returning();
const { key } = await asOwner("POST /api/keys", { name: mark, scopes: ["read:lists"] });
const { list } = await asOwner("POST /api/lists", { name: `Gifts of ${mark}` });
const { item: listItem } = await asOwner(`POST /api/lists/${list.id}/items` as Route, { gameId, notes: `of ${mark}` });
const { channel } = await asOwner("POST /api/channels", {
  kind: "ntfy",
  name: mark,
  target: { server: "https://ntfy.example", topic: mark },
});
const { rule } = await asOwner("POST /api/rules", { kind: "low", subject: { type: "game", id: gameId } });
await asOwner(`PUT /api/library/${gameId}` as Route, { state: "ignored" });
const [ownedId = 0] = await addCatalogue(db, [{ title: "Owned" }]);
await asOwner(`PUT /api/library/${ownedId}` as Route, { state: "owned" });
const now = new Date();
const sold = { store: "steam", title: "Bundle", address: "https://store.example/b", kind: "tiers" } as const;
const [bundle] = await db
  .insert(bundles)
  .values({ ...sold, seenAt: now, updatedAt: now })
  .returning();
const part = { bundleId: bundle!.id, position: 1, title: "Owned", kind: "game", gameId: ownedId } as const;
await db.insert(bundleItems).values(part);
await asOwner("PUT /api/my-stores", { stores: ["steam"], officialOnly: true });
const times = { time_zone: "UTC", digest_hour: 9, digest_weekday: 1, quiet_from: null, quiet_to: null };
const noCredential = { id: "x", rawId: "x", type: "public-key", response: {} };

/** A request by another user that names what belongs to the owner, and the response: their own data, or nothing. */
interface Attempt {
  path?: Record<string, string | number>;
  body?: object;
  status: number;
  response?: object;
}

const attempts: Partial<Record<Route, Attempt>> = {
  "GET /api/games/{id}/price-history": { path: { id: gameId }, status: 200 },
  "POST /api/auth/logout": { status: 204 },
  "POST /api/auth/logout-all": { status: 204 },
  "GET /api/auth/me": { status: 200, response: { user: { displayName: null, birthday: null } } },
  "PUT /api/auth/profile": {
    body: { id: owner.id, userId: owner.id, username: mark, displayName: "Mine" },
    status: 200,
    response: { user: { displayName: "Mine" } },
  },
  "GET /api/auth/sessions": { status: 200, response: { sessions: [{ current: true }] } },
  "DELETE /api/auth/sessions/{id}": { path: { id: session!.id }, status: 404 },
  "POST /api/auth/password": { body: { userId: owner.id, newPassword: "a long password" }, status: 204 },
  "GET /api/auth/factors": { status: 200, response: { factors: [], recoveryCodesLeft: 0 } },
  "POST /api/auth/factors/totp": { body: { userId: owner.id }, status: 200 },
  "POST /api/auth/factors/totp/confirm": { body: { userId: owner.id, code: "123456" }, status: 409 },
  "POST /api/auth/factors/passkeys/options": { body: { userId: owner.id }, status: 200 },
  "POST /api/auth/factors/passkeys": { body: { userId: owner.id, name: "key", credential: noCredential }, status: 403 },
  "DELETE /api/auth/factors/{id}": { path: { id: factor!.id }, status: 404 },
  "POST /api/auth/factors/recovery-codes": { body: { userId: owner.id }, status: 409 },
  "POST /api/auth/reauthenticate": { body: { userId: owner.id, password: "x" }, status: 403 },
  "POST /api/auth/email/resend": { body: { userId: owner.id }, status: 202 },
  "DELETE /api/auth/email/pending": { status: 204 },
  "DELETE /api/auth/link/{provider}": { path: { provider: "steam" }, body: { userId: owner.id }, status: 204 },
  "POST /api/auth/link/{provider}": { path: { provider: "steam" }, body: { userId: owner.id }, status: 200 },
  "GET /api/auth/export": { status: 200, response: { wishlist: [], alerts: [], signIns: [{ current: true }] } },
  "DELETE /api/auth/account": { body: { id: owner.id, password: "" }, status: 204 },
  "GET /api/keys": { status: 200, response: { keys: [] } },
  "POST /api/keys": { body: { userId: owner.id, name: "Mine", scopes: ["read:lists"] }, status: 201 },
  "DELETE /api/keys/{id}": { path: { id: key.id }, status: 204 },
  "DELETE /api/keys": { body: { userId: owner.id }, status: 204 },
  "GET /api/wishlist": { status: 200, response: { items: [], total: 0 } },
  "POST /api/wishlist": { body: { gameId, userId: owner.id }, status: 201, response: { item: { notes: "" } } },
  "GET /api/wishlist/stats": { status: 200, response: { total_games: 0, total_value: 0 } },
  "GET /api/wishlist/basket": { status: 200, response: { with_keyshops: { total: 0, items: [], missing: [] } } },
  "GET /api/wishlist/check/{gameId}": {
    path: { gameId },
    status: 200,
    response: { inWishlist: false, wishlistItem: null },
  },
  "POST /api/wishlist/check": { body: { gameIds: [gameId] }, status: 200, response: { items: {} } },
  "PUT /api/wishlist/reorder": { body: { items: [{ wishlistId: item.wishlist_id, position: 2 }] }, status: 400 },
  "PUT /api/wishlist/{id}": { path: { id: item.wishlist_id }, body: { notes: "mine", priority: 9 }, status: 404 },
  "DELETE /api/wishlist/{id}": { path: { id: item.wishlist_id }, status: 204 },
  "DELETE /api/wishlist/game/{gameId}": { path: { gameId }, status: 204 },
  "POST /api/wishlist/remove": { body: { gameIds: [gameId] }, status: 204 },
  "GET /api/alerts": { status: 200, response: { alerts: [], total: 0 } },
  "POST /api/alerts": { body: { gameId, targetPrice: 1 }, status: 201, response: { alert: { target_price: 1 } } },
  "PUT /api/alerts/mails": { body: { enabled: false, userId: owner.id }, status: 204 },
  "DELETE /api/alerts/{id}": { path: { id: alert.id }, status: 204 },
  "GET /api/lists": { status: 200, response: { lists: [] } },
  "POST /api/lists": { body: { name: "Mine", userId: owner.id }, status: 201 },
  "GET /api/lists/{id}": { path: { id: list.id }, status: 404 },
  "PUT /api/lists/{id}": { path: { id: list.id }, body: { name: "Mine" }, status: 404 },
  "DELETE /api/lists/{id}": { path: { id: list.id }, status: 204 },
  "GET /api/lists/{id}/items": { path: { id: list.id }, status: 404 },
  "POST /api/lists/{id}/items": { path: { id: list.id }, body: { gameId }, status: 404 },
  "PUT /api/lists/{id}/items/{itemId}": {
    path: { id: list.id, itemId: listItem.item_id },
    body: { notes: "mine" },
    status: 404,
  },
  "DELETE /api/lists/{id}/items/{itemId}": { path: { id: list.id, itemId: listItem.item_id }, status: 404 },
  "DELETE /api/lists/{id}/items/game/{gameId}": { path: { id: list.id, gameId }, status: 404 },
  "POST /api/lists/{id}/remove": { path: { id: list.id }, body: { gameIds: [gameId] }, status: 404 },
  "PUT /api/lists/{id}/reorder": {
    path: { id: list.id },
    body: { items: [{ itemId: listItem.item_id, position: 1 }] },
    status: 404,
  },
  "GET /api/lists/{id}/basket": { path: { id: list.id }, status: 404 },
  "POST /api/lists/{id}/share": { path: { id: list.id }, body: {}, status: 404 },
  "PUT /api/lists/{id}/share": { path: { id: list.id }, body: { notes: true }, status: 404 },
  "DELETE /api/lists/{id}/share": { path: { id: list.id }, status: 404 },
  "POST /api/shared/{token}/copy": { path: { token: "a".repeat(43) }, status: 404 },
  "GET /api/bundles/{id}/owned": { path: { id: bundle!.id }, status: 200, response: { games: [] } },
  "GET /api/library": { status: 200, response: { items: [], total: 0 } },
  "GET /api/library/import": { status: 200 },
  "POST /api/library/import": { body: { source: "file", items: [{ gameId, as: "owned" }] }, status: 200 },
  "POST /api/library/import/preview": { body: { source: "file", text: "Portal" }, status: 200 },
  "PUT /api/library/import": { body: { daily: false }, status: 200 },
  "GET /api/library/export": { status: 400 },
  "GET /api/library/{gameId}": { path: { gameId }, status: 200, response: { item: null } },
  "PUT /api/library/{gameId}": { path: { gameId }, body: { state: "owned" }, status: 200 },
  "GET /api/my-stores": { status: 200 },
  "PUT /api/my-stores": { body: { stores: [], officialOnly: false }, status: 200 },
  "GET /api/channels": {
    status: 200,
    response: { channels: [], kinds: ["mail", "push", "discord", "ntfy", "webhook"] },
  },
  "POST /api/channels": {
    body: { kind: "ntfy", name: "Mine", target: { server: "https://ntfy.example", topic: "mine" } },
    status: 201,
  },
  "GET /api/channels/push-key": { status: 200 },
  "PUT /api/channels/{id}": { path: { id: channel.id }, body: { name: "Mine" }, status: 404 },
  "DELETE /api/channels/{id}": { path: { id: channel.id }, status: 204 },
  "POST /api/channels/{id}/verify": { path: { id: channel.id }, body: { code: "123456" }, status: 404 },
  "POST /api/channels/{id}/test": { path: { id: channel.id }, status: 404 },
  "GET /api/rules": { status: 200, response: { rules: [], total: 0 } },
  "POST /api/rules": { body: { kind: "low", subject: { type: "game", id: gameId } }, status: 201 },
  "PUT /api/rules/{id}": {
    path: { id: rule.id },
    body: { kind: "free", subject: { type: "game", id: gameId } },
    status: 404,
  },
  "DELETE /api/rules/{id}": { path: { id: rule.id }, status: 204 },
  "GET /api/inbox": { status: 200, response: { events: [], total: 0, unread: 0 } },
  "POST /api/inbox/read": { body: { upTo: 1_000 }, status: 200 },
  "GET /api/inbox/events": { status: 200 },
  "GET /api/notifications/settings": { status: 200, response: { settings: { chosen: false } } },
  "PUT /api/notifications/settings": { body: times, status: 200 },
  "PUT /api/notifications": { body: { enabled: false }, status: 200 },
};

let others = 0;

test.each(endpoints.filter(({ access }) => access === "user").map(({ route }) => route))(
  "%s neither reveals nor changes another user's data",
  async (route) => {
    const attempt = attempts[route];
    if (!attempt) throw new Error("Add an attempt of this call on another user's data");
    const before = await rowsOfOwner();
    const { headers } = await signInUser(db, `other${++others}`);
    const response = await send(route, attempt, headers);
    expect(response.statusCode, response.body).toBe(attempt.status);
    if (attempt.response) expect(response.json()).toMatchObject(attempt.response);
    expect(response.body).not.toContain(mark);
    expect(response.body).not.toContain("1234.56");
    expect(await rowsOfOwner()).toEqual(before);
    // the owner is still signed in
    expect(await asOwner("GET /api/auth/me")).toMatchObject({ user: { displayName: `Lady ${mark}` } });
  },
);

/** The rows of the account and of all that belongs to it. */
async function rowsOfOwner() {
  const rows = async (table: string, column: string) =>
    (await db.execute(sql`select * from ${sql.raw(table)} where ${sql.raw(column)} = ${owner.id} order by id`)).rows;
  return {
    users: await rows("users", "id"),
    sessions: await rows("sessions", "user_id"),
    keys: await rows("api_keys", "user_id"),
    factors: await rows("second_factors", "user_id"),
    lists: await rows("game_lists", "user_id"),
    listItems: (
      await db.execute(sql`
        select item.* from list_items item join game_lists list on list.id = list_id
        where user_id = ${owner.id} order by item.id`)
    ).rows,
    library: await rows("library_games", "user_id"),
    stores: (await db.execute(sql`select * from store_preferences where user_id = ${owner.id}`)).rows,
    channels: await rows("channels", "user_id"),
    rules: await rows("notification_rules", "user_id"),
  };
}

function send(route: Route, { path = {}, body }: Pick<Attempt, "path" | "body">, headers: Record<string, string>) {
  const [method, address = ""] = route.split(" ") as [Method, string];
  const url = address.replace(/\{(\w+)\}/g, (_, name) => String(path[name]));
  // the headers are enough for a stream that does not end
  return app.inject({
    method: url.endsWith("/events") ? "HEAD" : method,
    url,
    headers,
    ...(body && { payload: body }),
  });
}

async function asOwner(route: Route, body?: object) {
  const response = await send(route, body ? { body } : {}, owner.headers);
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json();
}
