import { eq, inArray, sql } from "drizzle-orm";
import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import type { Mail } from "../../platform/mail/queue.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { secretKey } from "../../test/secret-key.ts";
import { listQueuedMails } from "../../test/servers/mails.ts";
import { signInUser } from "../../test/users.ts";
import { users } from "../accounts/table.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { setAlert } from "./commands.ts";
import { queueAlertMails, queueDigests } from "./commands-mail.ts";
import { resumeAlerts, stopAllAlerts } from "./commands-recipients.ts";
import { alertRecipients, firedAlerts, priceAlerts } from "./table.ts";

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
  await db.delete(priceAlerts);
  await db.delete(alertRecipients);
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

const mail = (now: Date, maxPerDay = 5) => queueAlertMails(db, { secretKey, maxPerDay, now });
const digest = (now: Date, maxPerDay = 5) => queueDigests(db, { secretKey, maxPerDay, now });

async function mailsTo(name: string): Promise<Mail[]> {
  return (await listQueuedMails(db)).filter(({ to }) => to === `${name}@example.com`);
}
const subjectsTo = async (name: string) => (await mailsTo(name)).map(({ subject }) => subject);

test("mails are limited per user and day; the rest is sent in one digest on the next day", async () => {
  await watchAll(ada.id);
  await setAlert(db, { userId: bob.id, gameId: gameIds[7]!, targetMinor: null }, 1_000);
  await dropPrices();
  await mail(noon);
  expect(await subjectsTo("Ada")).toEqual(titles.slice(0, 5).map((title) => `${title} is $999.00 at Steam`));
  expect(await subjectsTo("Bob")).toHaveLength(1);

  await dropPrices(gameIds.slice(6));
  await mail(evening);
  await digest(evening);
  expect(await subjectsTo("Ada")).toHaveLength(5);

  await digest(nextDay);
  await digest(nextDay);
  const [summary, ...more] = (await mailsTo("Ada")).slice(5);
  expect(more).toEqual([]);
  expect(summary).toMatchObject({
    subject: "3 more price alerts",
    addressee: "verified",
    action: { path: "/profile" },
  });
  expect(summary?.paragraphs.slice(1)).toEqual([
    "Game 5: $999.00 at Steam, before $1000.00",
    "Game 6: $998.00 at Steam, before $999.00",
    "Game 7: $998.00 at Steam, before $999.00",
  ]);
  expect(summary?.stop?.links.map(({ label }) => label)).toEqual(["Stop all alert mails"]);
  expect(summary?.stop?.oneClickPath).toBe(summary?.stop?.links[0]?.path);
  expect(await db.$count(firedAlerts)).toBe(0);

  // a new day, a new limit
  await dropPrices();
  await mail(nextDay);
  expect(await subjectsTo("Ada")).toHaveLength(11);
  await digest(nextDay);
  expect(await subjectsTo("Ada")).toHaveLength(11);
  await digest(dayAfter);
  expect((await subjectsTo("Ada")).at(-1)).toBe("3 more price alerts");
});

test("concurrent workers queue each mail and digest exactly once", async () => {
  await watchAll(ada.id);
  await watchAll(bob.id);
  await dropPrices();
  await Promise.all([1, 2, 3, 4].map(() => mail(noon)));
  expect((await listQueuedMails(db)).length).toBe(10);
  await Promise.all([1, 2, 3, 4].flatMap(() => [digest(nextDay), mail(nextDay)]));
  const digests = (await listQueuedMails(db)).slice(10);
  expect(digests.map(({ to, subject }) => [to, subject])).toEqual([
    ["Ada@example.com", "3 more price alerts"],
    ["Bob@example.com", "3 more price alerts"],
  ]);
});

test("a worker that crashes while queueing mails or a digest loses and repeats none", async () => {
  await watchAll(ada.id);
  await dropPrices();
  for (const [queue, now, expected] of [
    [queueAlertMails, noon, 5],
    [queueDigests, nextDay, 6],
  ] as const) {
    const crashing = connect({ connectionString: database.url }, () => {}, { size: 1 });
    const backend = (await crashing.pool.query("select pg_backend_pid() as pid")).rows[0].pid;
    const before = (await listQueuedMails(db)).length;
    await expect(
      crashing.db.transaction(async (tx) => {
        await queue(tx, { secretKey, maxPerDay: 5, now });
        const killer = new pg.Client({ connectionString: database.url });
        await killer.connect();
        await killer.query("select pg_terminate_backend($1, 5000)", [backend]);
        await killer.end();
      }),
    ).rejects.toThrow();
    await crashing.close();
    expect((await listQueuedMails(db)).length).toBe(before);
    await queue(db, { secretKey, maxPerDay: 5, now });
    await queue(db, { secretKey, maxPerDay: 5, now });
    expect((await listQueuedMails(db)).length).toBe(expected);
  }
});

test("alerts of an unverified address are stored, but send nothing until it is verified", async () => {
  await db.update(users).set({ emailVerified: false }).where(eq(users.id, ada.id));
  const [first = 0, second = 0] = gameIds;
  await setAlert(db, { userId: ada.id, gameId: first, targetMinor: null }, 200);
  await setAlert(db, { userId: ada.id, gameId: second, targetMinor: price - 50 }, 200);
  await dropPrices();
  await mail(noon);
  expect(await subjectsTo("Ada")).toEqual([]);
  expect(await db.select().from(priceAlerts)).toMatchObject([
    { lastFiredAt: null },
    { lastFiredAt: null, armed: true },
  ]);

  await db.update(users).set({ emailVerified: true }).where(eq(users.id, ada.id));
  await dropPrices();
  await mail(noon);
  expect(await subjectsTo("Ada")).toHaveLength(2);
});

test("alerts of an account with stopped alert mail are stored, but send nothing until it is resumed", async () => {
  await watchAll(ada.id);
  await dropPrices();
  await mail(noon);
  await stopAllAlerts(db, ada.id, noon);
  await dropPrices();
  await mail(noon);
  await digest(nextDay);
  expect(await subjectsTo("Ada")).toHaveLength(5);
  expect(await db.$count(priceAlerts, inArray(priceAlerts.gameId, gameIds))).toBe(titles.length);

  await resumeAlerts(db, ada.id);
  await dropPrices(gameIds.slice(0, 1));
  await mail(nextDay);
  expect(await subjectsTo("Ada")).toHaveLength(6);
});

test("a removed alert is left out of the digest", async () => {
  await watchAll(ada.id);
  await dropPrices();
  await mail(noon);
  await db.delete(priceAlerts).where(inArray(priceAlerts.gameId, gameIds.slice(5, 7)));
  await digest(nextDay);
  const last = (await mailsTo("Ada")).at(-1);
  expect(last).toMatchObject({ subject: "1 more price alert" });
  expect(last?.paragraphs[1]).toMatch(/^Game 7: /);
});
