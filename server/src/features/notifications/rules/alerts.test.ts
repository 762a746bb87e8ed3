import type { StoreKey } from "contract/stores/store-key.ts";
import pg from "pg";
import { expect, test } from "vitest";
import { connect } from "../../../platform/db/connect.ts";
import { eq, sql } from "../../../platform/db/drizzle.ts";
import type { Mail } from "../../../platform/mail/queue.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { addThousandAlerts, deliverNotices } from "../../../test/notices.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { listQueuedMails } from "../../../test/servers/mails.ts";
import { signInUser } from "../../../test/users.ts";
import { games } from "../../games/table.ts";
import { type OfferObservation, recordOffers } from "../../prices/offers/commands.ts";
import { asTheyAre, evaluateRules } from "../../prices/rules/commands-evaluate.ts";
import { users } from "../../users/table.ts";
import { type AlertInput, removeAlert, setAlert as setLimitedAlert } from "./commands-rules.ts";

const database = await createTestDatabase();
const { db } = database;
const { id: ada } = await signInUser(db, "Ada");
const { id: bob } = await signInUser(db, "Bob");

let clock = Date.parse("2026-03-01T12:00:00Z");
/** Observations are an hour apart. */
function nextHour(): Date {
  clock += 3_600_000;
  return new Date(clock);
}

const setAlert = (input: AlertInput) => setLimitedAlert(db, input, 1_000);

const record = (gameId: number, offers: Omit<OfferObservation, "gameId">[]) =>
  recordOffers(
    db,
    offers.map((offer) => ({ gameId, ...offer })),
    { now: nextHour() },
  );

async function addGame(title: string, priceMinor: number | null, store: StoreKey = "steam", facts: object = {}) {
  const [id = 0] = await addCatalogue(db, [{ title, ...facts, offers: { [store]: { priceMinor } } }], nextHour());
  return id;
}

const queued: Mail[] = [];

/**
 * The mails about a game, once the job has queued them, the oldest first; Ada's before Bob's within one batch.
 */
async function mailsAbout(gameId: number): Promise<Mail[]> {
  const before = (await listQueuedMails(db)).length;
  await deliverNotices(db, new Date(clock));
  queued.push(...(await listQueuedMails(db)).slice(before).toSorted((a, b) => a.to.localeCompare(b.to)));
  return queued.filter(({ action }) => action?.path === `/games/${gameId}`);
}

/** A price in cents at Steam, alone or with its availability; `null` = no longer sold. */
type Step = number | null | [price: number, inStock: boolean];

test.each<[string, target: number | null, start: number | null, Step[], fired: number[]]>([
  ["drop, rise, drop", 1_500, 2_000, [1_500, 2_000, 1_400], [1_500, 1_400]],
  ["any drop, rise, drop", null, 2_000, [1_500, 2_000, 1_400], [1_500, 1_400]],
  ["exactly the target", 1_500, 2_000, [1_500], [1_500]],
  ["a cent above the target", 1_500, 2_000, [1_501], []],
  ["lower and lower under the target", 1_500, 2_000, [1_500, 1_000, 0], [1_500]],
  ["lower and lower with any drop", null, 2_000, [1_500, 1_000, 0], [1_500, 1_000, 0]],
  ["up and down above the target", 500, 2_000, [1_500, 2_500, 900], []],
  ["up and down under the target", 1_500, 2_000, [1_000, 1_400, 1_100], [1_000]],
  ["a giveaway reaches any target", 1_500, 2_000, [0, 2_000, 0], [0]],
  ["only rises", null, 2_000, [2_100, 2_200], []],
  ["a rise, then a drop to above the first price", null, 2_000, [3_000, 2_500], [2_500]],
  ["reached out of stock", 1_500, 2_000, [[1_000, false]], []],
  ["any drop out of stock", null, 2_000, [[1_000, false]], []],
  [
    "reached out of stock, then in stock again",
    1_500,
    2_000,
    [
      [1_000, false],
      [1_000, true],
    ],
    [1_000],
  ],
  [
    "out of stock and back at the same price",
    null,
    2_000,
    [
      [2_000, false],
      [2_000, true],
    ],
    [],
  ],
  [
    "out of stock after the mail, and back",
    1_500,
    2_000,
    [
      [1_000, true],
      [1_000, false],
      [1_000, true],
    ],
    [1_000],
  ],
  ["no longer sold, and back at the same price", 1_500, 2_000, [1_000, null, 1_000], [1_000]],
  ["no longer sold, and back for less", null, 2_000, [null, 1_800], [1_800]],
  ["first sold under the target", 1_500, null, [1_000], [1_000]],
  ["the first price is no drop", null, null, [1_000], []],
  ["already reached when set", 1_500, 1_200, [1_100, 1_000], []],
  ["already reached when set, then above, then reached", 1_500, 1_200, [1_600, 1_300], [1_300]],
])("%s: target %j from %j over %j", async (name, targetMinor, start, steps, fired) => {
  const gameId = await addGame(`${name} ${targetMinor}`, start);
  await setAlert({ userId: ada, gameId, targetMinor });
  for (const step of steps) {
    const [priceMinor, inStock] = Array.isArray(step) ? step : [step, null];
    await record(gameId, [{ store: "steam", priceMinor, inStock }]);
  }
  const prices = (await mailsAbout(gameId)).map(({ subject }) => subject.match(/is (?:down to )?(\S+) at Steam$/)?.[1]);
  expect(prices.toSorted()).toEqual(
    fired.map((cents) => (cents === 0 ? "free" : `$${(cents / 100).toFixed(2)}`)).toSorted(),
  );
});

test("the same price seen again and again sends nothing more", async () => {
  const gameId = await addGame("Quiet", 2_000);
  await setAlert({ userId: ada, gameId, targetMinor: null });
  await setAlert({ userId: bob, gameId, targetMinor: 1_200 });
  await record(gameId, [{ store: "steam", priceMinor: 1_000 }]);
  expect(await mailsAbout(gameId)).toHaveLength(2);
  for (let time = 0; time < repeats(50, 1_000); time += 1) {
    await record(gameId, [{ store: "steam", priceMinor: 1_000 }]);
  }
  expect(await mailsAbout(gameId)).toHaveLength(2);
}, 120_000);

test("alerts that are re-evaluated without a change do not fire", async () => {
  const gameId = await addGame("Looked at", 2_000);
  await setAlert({ userId: ada, gameId, targetMinor: null });
  await setAlert({ userId: bob, gameId, targetMinor: 1_200 });
  await record(gameId, [{ store: "steam", priceMinor: 1_000 }]);
  for (let time = 0; time < repeats(10, 100); time += 1) {
    await evaluateRules(db, { games: asTheyAre(sql`select ${gameId}::int, 'US'`), now: nextHour() });
  }
  expect(await mailsAbout(gameId)).toHaveLength(2);
});

test("the best price over the stores counts, not the price of one", async () => {
  const gameId = await addGame("Stores", 2_000);
  await setAlert({ userId: ada, gameId, targetMinor: null });
  await record(gameId, [{ store: "gog", priceMinor: 2_500 }]);
  await record(gameId, [{ store: "gog", priceMinor: 2_200 }]);
  expect(await mailsAbout(gameId)).toEqual([]);
  await record(gameId, [{ store: "cdkeys", priceMinor: 1_900, inStock: false }]);
  expect(await mailsAbout(gameId)).toEqual([]);
  await record(gameId, [
    { store: "cdkeys", inStock: true },
    { store: "steam", priceMinor: 1_950 },
  ]);
  expect((await mailsAbout(gameId)).map(({ subject }) => subject)).toEqual(["Stores is down to $19.00 at CDKeys"]);
});

test("a mail contains the rule, both prices, the kind of store and how to stop", async () => {
  const gameId = await addGame("Hades", 2_499);
  await setAlert({ userId: ada, gameId, targetMinor: 1_500 });
  await setAlert({ userId: bob, gameId, targetMinor: null });
  await record(gameId, [{ store: "cdkeys", priceMinor: 1_499, inStock: true }]);
  const [toAda, toBob] = await mailsAbout(gameId);
  const stopPath = (what: string) =>
    expect.stringMatching(new RegExp(`^/notifications/stop\\?token=${what}-\\d+\\.[\\w-]{43}$`));
  expect(toAda).toEqual({
    to: "Ada@example.com",
    subject: "Hades is $14.99 at CDKeys",
    paragraphs: [
      "Hades is $14.99 at CDKeys.",
      "Before: $24.99",
      "CDKeys is a key shop: it resells keys that it bought elsewhere.",
    ],
    action: { label: "See all prices", path: `/games/${gameId}` },
    reason: "You asked to be notified when Hades costs $15.00 or less at your stores.",
    addressee: "verified",
    language: "en",
    stop: {
      links: [
        { label: "Remove this rule", path: stopPath("rule") },
        { label: "Stop all notifications", path: stopPath("all") },
      ],
      oneClickPath: toAda?.stop?.links[0]?.path,
    },
  });
  expect(toBob?.to).toBe("Bob@example.com");
  expect(toBob?.subject).toBe("Hades is down to $14.99 at CDKeys");
  expect(toBob?.reason).toBe("You asked to be notified when Hades gets cheaper at your stores.");
  expect(toBob?.stop?.oneClickPath).not.toBe(toAda?.stop?.oneClickPath);
});

test("an unreleased game fires no drop alerts, but reached targets", async () => {
  const gameId = await addGame("Soon", 6_000, "steam", { releaseDate: "2026-12-24" });
  await setAlert({ userId: ada, gameId, targetMinor: null });
  await setAlert({ userId: bob, gameId, targetMinor: 4_500 });
  await record(gameId, [{ store: "steam", priceMinor: 5_000 }]);
  expect(await mailsAbout(gameId)).toEqual([]);
  await record(gameId, [{ store: "steam", priceMinor: 4_000 }]);
  expect((await mailsAbout(gameId)).map(({ to }) => to)).toEqual(["Bob@example.com"]);
  await db.update(games).set({ releaseDate: "2026-01-01" }).where(eq(games.id, gameId));
  await record(gameId, [{ store: "steam", priceMinor: 3_900 }]);
  expect((await mailsAbout(gameId)).map(({ to }) => to)).toEqual(["Bob@example.com", "Ada@example.com"]);
});

test("users without an address or with a removed alert get no mail", async () => {
  const { id: leaver } = await signInUser(db, "Leaver");
  const gameId = await addGame("Lonely", 2_000);
  await setAlert({ userId: leaver, gameId, targetMinor: null });
  const { alert } = await setAlert({ userId: ada, gameId, targetMinor: null });
  await db.update(users).set({ email: null, emailKey: null }).where(eq(users.id, leaver));
  await removeAlert(db, ada, alert.id);
  await record(gameId, [{ store: "steam", priceMinor: 1_000 }]);
  expect(await mailsAbout(gameId)).toEqual([]);
});

test("setting the same target again changes nothing, another one rearms the alert", async () => {
  const gameId = await addGame("Again", 2_000);
  const set = (targetMinor: number) => setAlert({ userId: ada, gameId, targetMinor });
  await set(1_500);
  await record(gameId, [{ store: "steam", priceMinor: 1_400 }]);
  await record(gameId, [{ store: "steam", inStock: false }]);
  expect((await set(1_500)).created).toBe(false);
  await record(gameId, [{ store: "steam", inStock: true }]);
  expect(await mailsAbout(gameId)).toHaveLength(1);
  await set(1_000);
  await record(gameId, [{ store: "steam", priceMinor: 900 }]);
  expect(await mailsAbout(gameId)).toHaveLength(2);
});

test("a process that crashes while recording sends no mail; recording again sends exactly one", async () => {
  const gameId = await addGame("Cut off", 2_000);
  await setAlert({ userId: ada, gameId, targetMinor: 1_500 });
  const offers: OfferObservation[] = [{ gameId, store: "steam", priceMinor: 1_000 }];

  const crashing = connect({ connectionString: database.url }, () => {}, { size: 1 });
  const backend = (await crashing.pool.query("select pg_backend_pid() as pid")).rows[0].pid;
  await expect(
    crashing.db.transaction(async (tx) => {
      await recordOffers(tx, offers, { now: nextHour() });
      const killer = new pg.Client({ connectionString: database.url });
      await killer.connect();
      await killer.query("select pg_terminate_backend($1, 5000)", [backend]);
      await killer.end();
    }),
  ).rejects.toThrow();
  await crashing.close();
  expect(await mailsAbout(gameId)).toEqual([]);

  await recordOffers(db, offers, { now: nextHour() });
  await recordOffers(db, offers, { now: nextHour() });
  expect(await mailsAbout(gameId)).toHaveLength(1);
});

test("an alert set while its price is being recorded misses nothing", async () => {
  const gameId = await addGame("Meanwhile", 2_000);
  let setting: ReturnType<typeof setAlert> | undefined;
  await db.transaction(async (tx) => {
    await recordOffers(tx, [{ gameId, store: "steam", priceMinor: 1_000 }], { now: nextHour() });
    setting = setAlert({ userId: ada, gameId, targetMinor: 1_500 });
    // it must wait for this transaction to see its price
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await db.execute(waiting)).rowCount).toBeGreaterThan(0);
  });
  const { alert } = await setting!;
  expect(alert.currentMinor).toBe(1_000);
  await record(gameId, [{ store: "steam", priceMinor: 900 }]);
  expect(await mailsAbout(gameId)).toEqual([]);
});

test("a thousand alerts of one game fire in one statement", async () => {
  const gameId = await addGame("Popular", 2_000);
  await addThousandAlerts(db, gameId);
  await record(gameId, [{ store: "steam", priceMinor: 1_500 }]);
  const { rows } = await db.execute(sql`
    select count(distinct channel_id)::int as channels, count(*)::int as deliveries
    from notification_deliveries where state = 'waiting'
  `);
  expect(rows).toEqual([{ channels: 1_000, deliveries: 1_000 }]);
});
