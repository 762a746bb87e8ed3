import { createHmac } from "node:crypto";
import { alertEndpoints } from "contract/notifications/alert-api.ts";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { secretKey } from "../../../test/secret-key.ts";
import { signInUser, type TestUser } from "../../../test/users.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { siteConfig } from "../../site-config/table.ts";
import { channels } from "../channels/table.ts";
import { prepareFormerLinks, prepareStopLinks, retireFormerKey } from "../delivery/commands-stop-link.ts";
import { notificationEvents, notificationRules, signingKeys } from "../table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const ada = await signInUser(db, "Ada");
const bob = await signInUser(db, "Bob");
const steamOnly = await signInUser(db, "SteamOnly", { email: null });
const [hades = 0, portal = 0, unsold = 0] = await addCatalogue(db, [
  {
    title: "Hades",
    localizedTitles: "ja: ハデス",
    offers: { steam: { priceMinor: 2_499 }, cdkeys: { priceMinor: 999, inStock: false } },
  },
  { title: "Portal", offers: { gog: { priceMinor: 999 } } },
  { title: "Unsold" },
]);
const unknown = 2_000_000_000;

beforeEach(async () => {
  await db.delete(notificationRules);
  await db.delete(channels);
});

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function call(user: TestUser | null, method: Method, path: string, payload?: object) {
  const response = await app.inject({ method, url: `/api/alerts${path}`, headers: { ...user?.headers }, payload });
  return { status: response.statusCode, body: response.body === "" ? undefined : response.json() };
}

const set = (user: TestUser, gameId: number, targetPrice: number | null) =>
  call(user, "POST", "", { gameId, targetPrice });
const listOf = async (user: TestUser) => (await call(user, "GET", "")).body;
const tokenOf = async (id: number) => prepareStopLinks(secretKey).signRule(id);

/** The token in a mail from before alerts were rules. */
async function formerTokenOf(ruleId: number): Promise<string> {
  const formerAlertId = ruleId + 1_000_000;
  await db.update(notificationRules).set({ formerAlertId }).where(eq(notificationRules.id, ruleId));
  return prepareFormerLinks(secretKey).signAlert(formerAlertId);
}

test.each(Object.values(alertEndpoints).filter(({ access }) => access === "user"))(
  "$route needs a signed-in user",
  async ({ route }) => {
    const [method, path = ""] = route.split(" ") as [Method, string];
    const url = path.replace("/api/alerts", "").replace("{id}", "1");
    expect(await call(null, method, url)).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
  },
);

test("an alert is returned with its target and the current price, in dollars", async () => {
  const { status, body } = await set(ada, hades, 14.99);
  expect(status).toBe(201);
  expect(body.alert).toEqual({
    id: expect.any(Number),
    game_id: hades,
    title: "Hades",
    country: "US",
    currency: "USD",
    target_price: 14.99,
    official: false,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    last_fired_at: null,
    current_price: 24.99,
    reached: false,
  });
  expect(await listOf(ada)).toEqual({ alerts: [body.alert], total: 1 });
  expect((await call(ada, "GET", "?language=ja")).body.alerts).toMatchObject([{ localized_title: "ハデス" }]);
});

test("any drop is a target of null, and never reached", async () => {
  expect((await set(ada, hades, null)).body.alert).toMatchObject({ target_price: null, reached: false });
});

test("an already reached target is reported at once and does not fire", async () => {
  const { alert } = (await set(ada, portal, 9.99)).body;
  expect(alert).toMatchObject({ current_price: 9.99, reached: true });
  const now = new Date("2030-01-01T09:00:00Z");
  await recordOffers(db, [{ gameId: portal, store: "gog", priceMinor: 998 }], { now });
  expect(await db.$count(notificationEvents)).toBe(0);
  const later = new Date("2030-01-01T09:30:00Z");
  await recordOffers(db, [{ gameId: portal, store: "gog", priceMinor: 999 }], { now: later });
});

test("a game without offers has no current price", async () => {
  expect((await set(ada, unsold, 5)).body.alert).toMatchObject({ current_price: null, reached: false });
});

test("setting it again changes the one alert", async () => {
  const first = await set(ada, hades, 15);
  const second = await set(ada, hades, 20);
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.body.alert).toEqual({ ...first.body.alert, target_price: 20 });
  expect((await listOf(ada)).total).toBe(1);
});

test("setting it many times concurrently creates one alert", async () => {
  const responses = await Promise.all(Array.from({ length: 8 }, () => set(ada, hades, 15)));
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
  expect((await listOf(ada)).total).toBe(1);
});

test("alerts are listed newest first, all of them or those of a game", async () => {
  await set(ada, hades, 15);
  await set(ada, portal, null);
  const titles = (body: { alerts: { title: string }[] }) => body.alerts.map(({ title }) => title);
  expect(titles(await listOf(ada))).toEqual(["Portal", "Hades"]);
  expect(titles((await call(ada, "GET", `?gameId=${hades}`)).body)).toEqual(["Hades"]);
  expect((await call(ada, "GET", `?gameId=${unknown}`)).body).toEqual({ alerts: [], total: 0 });
});

test("the time of the last firing is returned", async () => {
  await set(ada, hades, 20);
  const now = new Date("2030-01-01T10:00:00Z");
  await recordOffers(db, [{ gameId: hades, store: "steam", priceMinor: 1_999 }], { now });
  expect((await listOf(ada)).alerts[0]).toMatchObject({ last_fired_at: now.toISOString(), reached: true });
  await recordOffers(db, [{ gameId: hades, store: "steam", priceMinor: 2_499 }], { now });
});

test.each([
  [{}, "gameId"],
  [{ gameId: "x", targetPrice: 1 }, "gameId"],
  [{ gameId: 1 }, "targetPrice"],
  [{ gameId: 1, targetPrice: "5" }, "targetPrice"],
  [{ gameId: 1, targetPrice: 0 }, "targetPrice"],
  [{ gameId: 1, targetPrice: -1 }, "targetPrice"],
  [{ gameId: 1, targetPrice: 9.999 }, "targetPrice"],
  [{ gameId: 1, targetPrice: 10_000.01 }, "targetPrice"],
])("%j is refused, naming %s", async (payload, named) => {
  const { status, body } = await call(ada, "POST", "", payload);
  expect([status, body.details[0].path]).toEqual([400, named]);
  expect((await listOf(ada)).total).toBe(0);
});

test("an invalid game id of the list is a 400 that names it", async () => {
  expect(await call(ada, "GET", "?gameId=x")).toMatchObject({ status: 400, body: { details: [{ path: "gameId" }] } });
});

test("an unknown game is a 404", async () => {
  expect(await set(ada, unknown, 5)).toMatchObject({ status: 404, body: { error: "Game not found" } });
});

test("a user without an email address gets a 409 with a hint to add one", async () => {
  expect(await set(steamOnly, hades, 5)).toMatchObject({
    status: 409,
    body: { code: "conflict", error: "Add an email address to your profile first" },
  });
  expect((await listOf(steamOnly)).total).toBe(0);
});

test("removing is idempotent and responds with 204", async () => {
  const { alert } = (await set(ada, hades, 15)).body;
  expect((await call(ada, "DELETE", `/${alert.id}`)).status).toBe(204);
  expect((await call(ada, "DELETE", `/${alert.id}`)).status).toBe(204);
  expect((await listOf(ada)).total).toBe(0);
});

test("another user's alert is invisible and unchanged for every call", async () => {
  const { alert } = (await set(bob, hades, 15)).body;
  expect((await call(ada, "DELETE", `/${alert.id}`)).status).toBe(204);
  expect(await listOf(ada)).toEqual({ alerts: [], total: 0 });
  const own = (await set(ada, hades, 5)).body.alert;
  expect(own.id).not.toBe(alert.id);
  expect(await listOf(bob)).toEqual({ alerts: [alert], total: 1 });
});

test("a mailed link stops its alert and no other, without signing in", async () => {
  const { alert } = (await set(ada, hades, 15)).body;
  await set(ada, portal, 5);
  await set(bob, hades, 15);
  const token = await tokenOf(alert.id);
  expect(await call(null, "POST", "/stop", { token })).toEqual({ status: 200, body: { title: "Hades" } });
  expect(await call(null, "POST", "/stop", { token })).toEqual({ status: 200, body: { title: null } });
  expect((await listOf(ada)).alerts).toMatchObject([{ title: "Portal" }]);
  expect((await listOf(bob)).total).toBe(1);
});

test("forged tokens stop nothing", async () => {
  const { alert } = (await set(ada, hades, 15)).body;
  const good = await tokenOf(alert.id);
  const other = await tokenOf(alert.id + 1);
  const [, signature] = good.split(".");
  const forged = [
    "x",
    String(alert.id),
    `${alert.id}.`,
    `${alert.id}.${other.split(".")[1]}`,
    `${alert.id + 1}.${signature}`,
    `0${good}`,
    ` ${good}`,
    `${good}=`,
    good.slice(0, -1),
    good.toUpperCase(),
    `99999999999.${signature}`,
    `${alert.id}.${"é".repeat(43)}`,
  ];
  for (const token of forged) {
    expect([token, await call(null, "POST", "/stop", { token })]).toMatchObject([token, { status: 400 }]);
  }
  expect((await call(null, "POST", "/stop", {})).status).toBe(400);
  expect((await listOf(ada)).total).toBe(1);
});

test("links in mails from before alerts were rules stop their alert, and no other rule with that number", async () => {
  const { alert } = (await set(ada, hades, 15)).body;
  await set(ada, portal, 5);
  expect(await call(null, "POST", "/stop", { token: prepareFormerLinks(secretKey).signAlert(alert.id) })).toEqual({
    status: 200,
    body: { title: null },
  });
  const token = await formerTokenOf(alert.id);
  for (const title of ["Hades", null]) {
    expect(await call(null, "POST", "/stop", { token })).toEqual({ status: 200, body: { title } });
  }
  expect((await listOf(ada)).alerts).toMatchObject([{ title: "Portal" }]);
});

test("alerts are rules: the same ids in both lists, whichever call added them", async () => {
  const { alert } = (await set(ada, hades, 15)).body;
  const rules = async (method: Method, path = "", payload?: object) => {
    const response = await app.inject({ method, url: `/api/rules${path}`, headers: ada.headers, payload });
    return response.body === "" ? undefined : response.json();
  };
  const [mail] = await db.select({ id: channels.id }).from(channels);
  expect((await rules("GET")).rules).toMatchObject([
    { id: alert.id, kind: "target", value: 15, scope: "mine", subject: { id: hades }, channels: [mail!.id] },
  ]);
  const subject = { type: "game", id: portal };
  const { rule } = await rules("POST", "", { kind: "drop", subject, scope: "official" });
  await rules("POST", "", { kind: "low", subject });
  await rules("POST", "", { kind: "drop", subject: { type: "wishlist" } });
  const ids = async () => (await listOf(ada)).alerts.map(({ id }: { id: number }) => id);
  expect(await ids()).toEqual([rule.id, alert.id]);
  const again = await set(ada, portal, null);
  expect(again).toMatchObject({ status: 200, body: { alert: { id: rule.id, target_price: null } } });
  const [mailed] = (await rules("GET")).rules.filter(({ id }: { id: number }) => id === rule.id);
  expect(mailed).toMatchObject({ kind: "drop", scope: "official", channels: [mail!.id] });
  await rules("DELETE", `/${alert.id}`);
  expect(await ids()).toEqual([rule.id]);
});

test("setting an alert leaves rules with another condition alone", async () => {
  const payload = { kind: "drop", subject: { type: "game", id: hades }, scope: "official" };
  const { rule } = (await app.inject({ method: "POST", url: "/api/rules", headers: ada.headers, payload })).json();
  const { status, body } = await set(ada, hades, 5);
  expect(status).toBe(201);
  expect(await set(ada, hades, 6)).toMatchObject({ status: 200, body: { alert: { id: body.alert.id } } });
  expect((await listOf(ada)).alerts).toMatchObject([
    { id: body.alert.id, target_price: 6 },
    { id: rule.id, target_price: null },
  ]);
});

test("only price alerts are removed by the call about alerts", async () => {
  const url = "/api/rules";
  const payload = { kind: "drop", subject: { type: "wishlist" } };
  const { rule } = (await app.inject({ method: "POST", url, headers: ada.headers, payload })).json();
  expect((await call(ada, "DELETE", `/${rule.id}`)).status).toBe(204);
  expect(await db.$count(notificationRules)).toBe(1);
});

test.each([
  ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
  [
    "multipart/form-data; boundary=x",
    '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
])("a mail program's one click stops the alert (RFC 8058), sent as %s", async (type, payload) => {
  const { alert } = (await set(ada, hades, 15)).body;
  const post = (token: string) =>
    app.inject({ method: "POST", url: `/alerts/stop?token=${token}`, headers: { "content-type": type }, payload });
  expect((await post(`${alert.id}.forged`)).statusCode).toBe(400);
  expect(await db.$count(notificationRules, eq(notificationRules.id, alert.id))).toBe(1);
  const token = await formerTokenOf(alert.id);
  expect((await post(token)).statusCode).toBe(204);
  expect((await post(token)).statusCode).toBe(204);
  expect(await db.$count(notificationRules, eq(notificationRules.id, alert.id))).toBe(0);
});

describe("the number of alerts of one account", () => {
  const limit = (value: number) =>
    db
      .update(siteConfig)
      .set({ value: String(value) })
      .where(eq(siteConfig.key, "alerts.max_per_user"));
  afterAll(() => limit(200));

  test("has a limit, which the response names; existing ones can still be changed", async () => {
    await limit(2);
    const third = () => set(ada, unsold, 5);
    await set(ada, hades, 15);
    await set(ada, portal, 5);
    await expect.poll(async () => (await third()).status).toBe(409);
    expect(await third()).toMatchObject({
      status: 409,
      body: { code: "conflict", error: "You have the maximum number of price alerts (2). Remove one to set another." },
    });
    expect((await set(ada, portal, 6)).status).toBe(200);
    expect((await set(bob, unsold, 5)).status).toBe(201);
  });

  test("is limited even with concurrent calls", async () => {
    await limit(2);
    await expect
      .poll(async () => {
        await db.delete(notificationRules);
        const responses = await Promise.all([hades, portal, unsold].map((gameId) => set(ada, gameId, 5)));
        return responses.map(({ status }) => status).sort();
      })
      .toEqual([201, 201, 409]);
    expect((await listOf(ada)).total).toBe(2);
  });
});

describe("a former link that stops all alert mail of an account", () => {
  const tokenOfAll = (userId: number) => prepareFormerLinks(secretKey).signAll(userId);

  test("stops it without signing in, keeps the alerts and can be reverted", async () => {
    await set(ada, hades, 15);
    const { status, body } = await call(null, "POST", "/stop", { token: tokenOfAll(ada.id) });
    expect([status, body]).toEqual([200, { title: null, all: true }]);
    expect(await listOf(ada)).toMatchObject({ total: 1, mails_stopped_at: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect((await listOf(bob)).mails_stopped_at).toBeUndefined();
    expect((await call(ada, "PUT", "/mails", { enabled: true })).status).toBe(204);
    expect((await listOf(ada)).mails_stopped_at).toBeUndefined();
    expect((await call(ada, "PUT", "/mails", { enabled: false })).status).toBe(204);
    expect((await listOf(ada)).mails_stopped_at).toBeDefined();
  });

  test("works with a mail program's one click", async () => {
    const url = `/alerts/stop?token=${tokenOfAll(ada.id)}`;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const response = await app.inject({ method: "POST", url, headers, payload: "List-Unsubscribe=One-Click" });
    expect(response.statusCode).toBe(204);
    expect((await listOf(ada)).mails_stopped_at).toBeDefined();
  });

  test("cannot be forged from another link", async () => {
    const all = tokenOfAll(ada.id);
    const one = prepareFormerLinks(secretKey).signAlert(ada.id);
    const [, signature = ""] = one.split(".");
    for (const token of [`all-${ada.id}.${signature}`, all.slice(4), `all-${bob.id}.${all.split(".")[1]}`, `${all}x`]) {
      expect((await call(null, "POST", "/stop", { token })).status).toBe(400);
    }
    expect(await db.$count(channels)).toBe(0);
  });

  test("does nothing for a deleted account", async () => {
    const { status } = await call(null, "POST", "/stop", { token: tokenOfAll(unknown) });
    expect(status).toBe(200);
  });
});

describe("a link signed with the former key in the database", () => {
  const key = Buffer.from("a key that every backup holds");
  const former = (id: number) => `${id}.${createHmac("sha256", key).update(`stop alert ${id}`).digest("base64url")}`;
  const retire = (retiredAt: Date) =>
    db.insert(signingKeys).values({ purpose: "stop alert", key, retiredAt }).onConflictDoUpdate({
      target: signingKeys.purpose,
      set: { retiredAt },
    });

  test("stops only alerts from before the key was retired", async () => {
    const { alert } = (await set(ada, hades, 15)).body;
    await formerTokenOf(alert.id);
    const id = alert.id + 1_000_000;
    await retire(new Date(Date.now() - 60_000));
    expect((await call(null, "POST", "/stop", { token: former(id) })).body).toEqual({ title: null });
    expect((await listOf(ada)).total).toBe(1);
    await retire(new Date(Date.now() + 60_000));
    expect((await call(null, "POST", "/stop", { token: former(id) })).body).toEqual({ title: "Hades" });
    expect((await listOf(ada)).total).toBe(0);
  });

  test("works for 90 days", async () => {
    const now = new Date();
    const days = (count: number) => new Date(now.getTime() + count * 24 * 3_600_000);
    await retire(now);
    await retireFormerKey(db, days(89));
    expect((await call(null, "POST", "/stop", { token: former(unknown) })).status).toBe(200);
    await retireFormerKey(db, days(91));
    expect((await call(null, "POST", "/stop", { token: former(unknown) })).status).toBe(400);
  });
});
