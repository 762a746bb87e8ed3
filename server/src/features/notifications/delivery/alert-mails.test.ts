import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { connect } from "../../../platform/db/connect.ts";
import { eq, inArray, sql } from "../../../platform/db/drizzle.ts";
import type { Mail } from "../../../platform/mail/queue.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { deliverNotices } from "../../../test/notices.ts";
import { listQueuedMails } from "../../../test/servers/mails.ts";
import { signInUser } from "../../../test/users.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { users } from "../../users/table.ts";
import { resumeAlertMail, stopAlertMail } from "../channels/commands-alert-mail.ts";
import { channels } from "../channels/table.ts";
import { removeAlert, setAlert } from "../rules/commands-rules.ts";
import { notificationDeliveries, notificationRules, ruleStates } from "../table.ts";

const database = await createTestDatabase();
const { db } = database;
const ada = await signInUser(db, "Ada");
const bob = await signInUser(db, "Bob");
const titles = Array.from({ length: 8 }, (_, index) => `Game ${index}`);
const gameIds = await addCatalogue(
  db,
  titles.map((title) => ({ title, offers: { steam: { priceMinor: 100_000 } } })),
  new Date("2026-01-01T12:00:00Z"),
);

let price = 100_000;
let clock = Date.parse("2026-02-01T12:00:00Z");
const noon = new Date("2026-03-01T12:00:00Z");
const evening = new Date("2026-03-01T23:59:00Z");
const nextDay = new Date("2026-03-02T00:11:00Z");
const dayAfter = new Date("2026-03-03T00:11:00Z");

beforeEach(async () => {
  await db.delete(notificationRules);
  await db.delete(channels);
  await db.execute(sql`delete from jobs.job`);
  await db.update(users).set({ emailVerified: true });
});

async function watchAll(userId: number, targetMinor: number | null = null) {
  for (const gameId of gameIds) await setAlert(db, { userId, gameId, targetMinor }, 1_000);
}

/** Lowers every game's price by a dollar. */
async function dropPrices(ids: readonly number[] = gameIds) {
  price -= 100;
  clock += 60_000;
  const offers = ids.map((gameId) => ({ gameId, store: "steam" as const, priceMinor: price }));
  await recordOffers(db, offers, { now: new Date(clock) });
}

const mail = (now: Date) => deliverNotices(db, now, 5);

async function mailsTo(name: string): Promise<Mail[]> {
  return (await listQueuedMails(db)).filter(({ to }) => to === `${name}@example.com`);
}
const waiting = () => db.$count(notificationDeliveries, eq(notificationDeliveries.state, "waiting"));
const subjectsTo = async (name: string) => (await mailsTo(name)).map(({ subject }) => subject);

/** Games of single mails, in their order. */
const gamesTo = async (name: string) => (await subjectsTo(name)).map((subject) => subject.slice(0, 6)).toSorted();

test("mails are limited per user and day; the rest is sent in one digest on the next day", async () => {
  await watchAll(ada.id);
  await setAlert(db, { userId: bob.id, gameId: gameIds[7]!, targetMinor: null }, 1_000);
  await dropPrices();
  await mail(noon);
  expect(await gamesTo("Ada")).toEqual(titles.slice(0, 5));
  expect(await subjectsTo("Bob")).toEqual(["Game 7 is down to $999.00 at Steam"]);

  await dropPrices(gameIds.slice(6));
  await mail(evening);
  expect(await subjectsTo("Ada")).toHaveLength(5);

  await mail(nextDay);
  await mail(nextDay);
  const [summary, ...more] = (await mailsTo("Ada")).slice(5);
  expect(more).toEqual([]);
  expect(summary).toMatchObject({
    subject: "3 price notifications",
    addressee: "verified",
    action: { path: "/notifications" },
  });
  expect(summary?.paragraphs.slice(1).map((text) => text.split("\n")[0])).toEqual([
    "Game 5 is down to $999.00 at Steam. Before: $1000.00",
    "Game 6 is down to $998.00 at Steam. Before: $999.00",
    "Game 7 is down to $998.00 at Steam. Before: $999.00",
  ]);
  expect(summary?.stop?.links.map(({ label }) => label)).toEqual(["Stop all notifications"]);
  expect(summary?.stop?.oneClickPath).toBe(summary?.stop?.links[0]?.path);
  expect(await waiting()).toBe(0);

  // a new day, a new limit
  await dropPrices();
  await mail(nextDay);
  expect(await subjectsTo("Ada")).toHaveLength(11);
  await mail(dayAfter);
  expect((await subjectsTo("Ada")).slice(11)).toEqual(["3 price notifications"]);
});

test("a digest that the user chose has no limit", async () => {
  await watchAll(ada.id);
  await db.update(channels).set({ schedule: "daily" });
  await dropPrices();
  await mail(noon);
  expect(await subjectsTo("Ada")).toEqual(["8 price notifications"]);
});

test("concurrent workers queue each mail and digest exactly once", async () => {
  await watchAll(ada.id);
  await watchAll(bob.id);
  await dropPrices();
  await Promise.all([1, 2, 3, 4].map(() => mail(noon)));
  await mail(noon);
  expect((await listQueuedMails(db)).length).toBe(10);
  await Promise.all([1, 2, 3, 4].map(() => mail(nextDay)));
  const digests = (await listQueuedMails(db)).slice(10);
  expect(digests.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
    ["Ada@example.com", "3 price notifications"],
    ["Bob@example.com", "3 price notifications"],
  ]);
});

test("a worker that crashes while queueing mails loses and repeats none", async () => {
  await watchAll(ada.id);
  await dropPrices();
  for (const [now, expected] of [
    [noon, 5],
    [nextDay, 6],
  ] as const) {
    const crashing = connect({ connectionString: database.url }, () => {}, { size: 1 });
    const backend = (await crashing.pool.query("select pg_backend_pid() as pid")).rows[0].pid;
    const before = (await listQueuedMails(db)).length;
    await expect(
      crashing.db.transaction(async (tx) => {
        await deliverNotices(tx, now, 5);
        const killer = new pg.Client({ connectionString: database.url });
        await killer.connect();
        await killer.query("select pg_terminate_backend($1, 5000)", [backend]);
        await killer.end();
      }),
    ).rejects.toThrow();
    await crashing.close();
    expect((await listQueuedMails(db)).length).toBe(before);
    await mail(now);
    await mail(now);
    expect((await listQueuedMails(db)).length).toBe(expected);
  }
});

test("alerts of an unverified address stay armed, and send nothing until it is verified", async () => {
  await db.update(users).set({ emailVerified: false }).where(eq(users.id, ada.id));
  const [first = 0, second = 0] = gameIds;
  await setAlert(db, { userId: ada.id, gameId: first, targetMinor: null }, 200);
  await setAlert(db, { userId: ada.id, gameId: second, targetMinor: price - 50 }, 200);
  await dropPrices();
  await mail(noon);
  expect(await subjectsTo("Ada")).toEqual([]);
  expect(await db.select().from(notificationRules)).toMatchObject([{ lastFiredAt: null }, { lastFiredAt: null }]);
  expect(await db.select().from(ruleStates)).toMatchObject([{ armed: true }, { armed: true }]);

  await db.update(users).set({ emailVerified: true }).where(eq(users.id, ada.id));
  await dropPrices();
  await mail(noon);
  expect(await subjectsTo("Ada")).toHaveLength(2);
});

test("alerts of an account with stopped alert mail are stored, but send nothing until it is resumed", async () => {
  await watchAll(ada.id);
  await dropPrices();
  await mail(noon);
  await stopAlertMail(db, ada.id, noon);
  await dropPrices();
  await mail(noon);
  await mail(nextDay);
  expect(await subjectsTo("Ada")).toHaveLength(5);
  expect(await db.$count(notificationRules)).toBe(titles.length);

  await resumeAlertMail(db, ada.id);
  await dropPrices(gameIds.slice(0, 1));
  await mail(nextDay);
  expect(await subjectsTo("Ada")).toHaveLength(6);
});

test("a removed alert is left out of the digest", async () => {
  await watchAll(ada.id);
  await dropPrices();
  await mail(noon);
  const isRemoved = inArray(notificationRules.gameId, gameIds.slice(5, 7));
  const removed = await db.select().from(notificationRules).where(isRemoved);
  for (const { id } of removed) await removeAlert(db, ada.id, id);
  await mail(nextDay);
  expect((await subjectsTo("Ada")).slice(5)).toEqual([`Game 7 is down to $${price / 100}.00 at Steam`]);
});
