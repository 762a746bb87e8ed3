import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { sql } from "../../../platform/db/drizzle.ts";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { secretKey } from "../../../test/secret-key.ts";
import { signInUser, type TestUser } from "../../../test/users.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { findAlertMailStopped } from "../channels/queries-channels.ts";
import { prepareStopLinks } from "../delivery/commands-stop-link.ts";
import { addRule, setAlert } from "../rules/commands-rules.ts";
import { notificationEvents } from "../table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database, { alone: true });
/** Another process on the same database. */
const other = await startTestApp(database, { alone: true });
const ada = await signInUser(db, "Ada");
const bob = await signInUser(db, "Bob");
const links = prepareStopLinks(secretKey);

let clock = Date.parse("2026-03-01T12:00:00Z");
let gameId = 0;
let ruleId = 0;
let price = 0;

beforeEach(async () => {
  await db.execute(sql`delete from notification_events`);
  await db.execute(sql`delete from notification_rules`);
  await db.execute(sql`delete from notification_settings`);
  [gameId = 0] = await addCatalogue(
    db,
    [{ title: "Hades", localizedTitles: "ja: ハデス", offers: { steam: { priceMinor: 2_000 } } }],
    at(),
  );
  price = 2_000;
  ({ id: ruleId } = await addRule(db, ada.id, {
    kind: "drop",
    subject: { type: "game", id: gameId },
    country: "US",
    value: null,
    scope: "all",
    channels: [],
  }));
});

function at(): Date {
  clock += 60_000;
  return new Date(clock);
}

async function drop(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    price -= 100;
    await recordOffers(db, [{ gameId, store: "steam", priceMinor: price }], { now: at() });
  }
}

const get = async (url: string, user: TestUser = ada) => (await app.inject({ url, headers: user.headers })).json();
const send = (method: "POST" | "PUT", url: string, payload: object, user: TestUser | null = ada) =>
  app.inject({ method, url, payload, ...(user && { headers: user.headers }) });

describe("the inbox (spec/notifications 6)", () => {
  test("lists every event, the newest first, page by page", async () => {
    await drop(3);
    const inbox = await get("/api/inbox?limit=2");
    expect(inbox).toMatchObject({ total: 3, totalPages: 2, unread: 3 });
    expect(inbox.events[0]).toEqual({
      id: expect.any(Number),
      rule_id: ruleId,
      kind: "drop",
      value: null,
      scope: "all",
      subject: "game",
      list_name: null,
      game_id: gameId,
      title: "Hades",
      country: "US",
      currency: "USD",
      locale: "en-US",
      store: "Steam",
      price: 17,
      old_price: 18,
      plan: null,
      leaves_on: null,
      median_days: null,
      bundle: null,
      at: new Date(clock).toISOString(),
      read: false,
      deliveries: [],
    });
    expect((await get("/api/inbox?limit=2&page=2")).events.map((event: { price: number }) => event.price)).toEqual([
      19,
    ]);
    expect((await get("/api/inbox?page=3")).events).toEqual([]);
    const { events } = await get("/api/inbox?language=ja");
    expect(events[0]).toMatchObject({ title: "Hades", localized_title: "ハデス" });
    expect(await get("/api/inbox", bob)).toEqual({ events: [], total: 0, totalPages: 0, unread: 0 });
  });

  test("is marked as read up to an event, by its owner only", async () => {
    await drop(3);
    const [, second] = (await get("/api/inbox")).events;
    expect((await send("POST", "/api/inbox/read", { upTo: second.id }, bob)).json()).toEqual({ unread: 0 });
    expect((await send("POST", "/api/inbox/read", { upTo: second.id })).json()).toEqual({ unread: 1 });
    const { events } = await get("/api/inbox");
    expect(events.map(({ read }: { read: boolean }) => read)).toEqual([false, true, true]);
  });

  test("streams the number of unread events to its owner, whichever process changed it", async () => {
    const streams = await Promise.all([app, other].map((each) => openStream(each, ada)));
    const stranger = await openStream(other, bob);
    await expect.poll(() => streams.map((received) => received.at(-1))).toEqual([0, 0]);
    await drop(2);
    await expect.poll(() => streams.map((received) => received.at(-1))).toEqual([2, 2]);
    const [latest] = (await get("/api/inbox")).events;
    await send("POST", "/api/inbox/read", { upTo: latest.id });
    await expect.poll(() => streams.map((received) => received.at(-1))).toEqual([0, 0]);
    expect(stranger).toEqual([0]);
  });
});

/** The numbers that a stream has received. */
async function openStream(instance: typeof app, { headers }: TestUser): Promise<number[]> {
  if (!instance.server.listening) await instance.listen({ port: 0, host: "127.0.0.1" });
  const { port } = instance.server.address() as AddressInfo;
  const call = request({ port, host: "127.0.0.1", path: "/api/inbox/events", headers }).end();
  onTestFinished(() => void call.destroy());
  const [response] = await once(call, "response");
  expect(response.headers["content-type"]).toContain("text/event-stream");
  const received: number[] = [];
  response.setEncoding("utf8").on("data", (text: string) => {
    for (const [, unread] of text.matchAll(/"unread":(\d+)/g)) received.push(Number(unread));
  });
  response.on("error", () => {});
  return received;
}

describe("times (spec/notifications 5)", () => {
  const times = { time_zone: "Europe/Berlin", digest_hour: 8, digest_weekday: 6, quiet_from: 1_320, quiet_to: 420 };

  test("default to the site's until the user chooses", async () => {
    const site = { time_zone: "UTC", digest_hour: 9, digest_weekday: 1, quiet_from: null, quiet_to: null };
    const expected = { ...site, chosen: false, stopped_at: null };
    expect(await get("/api/notifications/settings")).toEqual({ settings: expected });
    await send("PUT", "/api/notifications", { enabled: false });
    expect((await get("/api/notifications/settings")).settings).toMatchObject({ ...site, chosen: false });
    const set = await send("PUT", "/api/notifications/settings", times);
    expect(set.json().settings).toMatchObject({ ...times, chosen: true, stopped_at: expect.any(String) });
  });

  test.each([
    { ...times, time_zone: "Europe/Atlantis" },
    { ...times, time_zone: "+01:00" },
    { ...times, digest_hour: 24 },
    { ...times, digest_weekday: 0 },
    { ...times, quiet_from: 1_440 },
    { ...times, quiet_to: null },
  ])("cannot be %j", async (wrong) => {
    expect((await send("PUT", "/api/notifications/settings", wrong)).statusCode).toBe(400);
  });
});

describe("stopping everything (spec/notifications 7)", () => {
  const isStopped = async () => (await get("/api/notifications/settings")).settings.stopped_at !== null;

  test("stops rules and mails of price alerts, and resumes them", async () => {
    await setAlert(db, { userId: ada.id, gameId, targetMinor: 1 }, 10);
    await send("PUT", "/api/notifications", { enabled: false });
    expect([await isStopped(), await findAlertMailStopped(db, ada.id)]).toEqual([true, expect.any(Date)]);
    await drop(1);
    expect(await db.$count(notificationEvents)).toBe(0);
    await send("PUT", "/api/notifications", { enabled: true });
    expect([await isStopped(), await findAlertMailStopped(db, ada.id)]).toEqual([false, null]);
    await drop(1);
    expect(await db.$count(notificationEvents)).toBe(1);
  });

  test("works by a mailed link without a sign-in, on a page and by one click", async () => {
    const token = links.signAll(ada.id);
    expect((await send("POST", "/api/notifications/stop", { token }, null)).json()).toEqual({ all: true });
    expect(await isStopped()).toBe(true);
    await send("PUT", "/api/notifications", { enabled: true });
    const clicked = await app.inject({
      method: "POST",
      url: `/notifications/stop?token=${token}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });
    expect([clicked.statusCode, await isStopped()]).toEqual([204, true]);
  });

  test("a link for one rule removes only that rule", async () => {
    const stop = () => send("POST", "/api/notifications/stop", { token: links.signRule(ruleId) }, null);
    expect((await stop()).json()).toEqual({ all: false, title: "Hades" });
    expect((await get("/api/rules")).total).toBe(0);
    expect((await stop()).json()).toEqual({ all: false });
  });

  test.each(["notifications", "alerts"])("it names the game in the language of the page (%s)", async (area) => {
    const url = `/api/${area}/stop?language=ja`;
    const response = await send("POST", url, { token: links.signRule(ruleId) }, null);
    expect(response.json()).toMatchObject({ title: "Hades", localized_title: "ハデス" });
  });

  test("forged links are refused", async () => {
    const [all, rule] = [links.signAll(ada.id), links.signRule(ruleId)];
    const forged = [all.replace("all", "rule"), rule.replace("rule", "all"), `${all}x`, "all-1.x", `all-99${all}`, "x"];
    for (const token of forged) {
      expect((await send("POST", "/api/notifications/stop", { token }, null)).statusCode).toBe(400);
    }
    expect([await isStopped(), (await get("/api/rules")).total]).toEqual([false, 1]);
  });
});
