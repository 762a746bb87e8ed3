import { beforeEach, describe, expect, test } from "vitest";
import { asc, eq, sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { englishReaders } from "../../../test/readers.ts";
import { secretKey } from "../../../test/secret-key.ts";
import { signInUser } from "../../../test/users.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import type { ChannelMessage } from "../channels/kinds/kind.ts";
import { channels } from "../channels/table.ts";
import { addRule } from "../rules/commands-rules.ts";
import { setTimes, stopEverything } from "../settings/commands-settings.ts";
import { notificationDeliveries, notificationEvents, notificationMessages } from "../table.ts";
import type { SendOptions } from "./commands-send.ts";
import { prepareStopLinks } from "./commands-stop-link.ts";
import { notificationJobs } from "./jobs.ts";

const database = await createTestDatabase();
const { db } = database;
const { id: ada } = await signInUser(db, "Ada");

let clock = Date.parse("2026-03-27T12:00:00Z");
const advanceMinutes = (count: number) => {
  clock += count * 60_000;
};

/** Deliveries that were attempted, and mails that were queued. */
let attempts: { channelId: number; message: ChannelMessage }[] = [];
let mails: { channelId: number; subject: string; paragraphs: string[]; stop?: unknown; at: string }[] = [];
/** The address that mail channels have in place of the account's. */
let ownAddress: string | null = null;
let respond: SendOptions["deliver"] = async () => "delivered";

const options: SendOptions = {
  db,
  publicUrl: "https://shop.example",
  readers: englishReaders,
  links: prepareStopLinks(secretKey),
  async deliver(channelId, message) {
    attempts.push({ channelId, message });
    return respond(channelId, message);
  },
  async queueMail(_, channelId, write) {
    mails.push({ channelId, ...write(ownAddress), at: new Date(clock).toISOString() });
    return true;
  },
  maxAlertMails: () => 20,
  now: () => new Date(clock),
};
const [job] = notificationJobs(options);
const run = () => job!.run({}, "");

async function addChannel(kind: "ntfy" | "mail", schedule: string | null = null): Promise<number> {
  const row = { userId: ada, kind, name: kind, config: "", schedule, verifiedAt: new Date() };
  const [channel] = await db
    .insert(channels)
    .values(row as typeof channels.$inferInsert)
    .returning();
  return channel!.id;
}

let games = 0;
/** A game with a rule that notifies these channels, and a function that lowers its price. */
async function addWatched(channelIds: number[]): Promise<{ gameId: number; drop(to: number): Promise<void> }> {
  games += 1;
  const title = `Game ${games}`;
  const [gameId = 0] = await addCatalogue(
    db,
    [{ title, offers: { steam: { priceMinor: 2_000 } } }],
    new Date(clock - 1_000),
  );
  const subject = { type: "game", id: gameId } as const;
  await addRule(db, ada, { kind: "drop", subject, country: "US", value: null, scope: "all", channels: channelIds });
  const drop = async (priceMinor: number) => {
    await recordOffers(db, [{ gameId, store: "steam", priceMinor }], { now: new Date(clock) });
  };
  return { gameId, drop };
}

beforeEach(async () => {
  attempts = [];
  mails = [];
  ownAddress = null;
  respond = async () => "delivered";
  await db.execute(sql`delete from channels`);
  await db.execute(sql`delete from notification_rules`);
  await db.execute(sql`delete from notification_events`);
  await db.execute(sql`delete from notification_settings`);
});

describe("a channel", () => {
  test("receives each event once, however many processes deliver", async () => {
    const rounds = repeats(20, 60);
    const ids = [await addChannel("ntfy"), await addChannel("ntfy")];
    for (let round = 0; round < rounds; round += 1) await (await addWatched(ids)).drop(1_000);
    await Promise.all(Array.from({ length: 4 }, run));
    await run();
    for (const id of ids) {
      const items = attempts.filter(({ channelId }) => channelId === id).flatMap(({ message }) => message.items);
      expect(new Set(items.map(({ gameId }) => gameId)).size).toBe(rounds);
      expect(items).toHaveLength(rounds);
    }
    expect(new Set(attempts.map(({ message }) => message.id)).size).toBe(attempts.length);
  });

  test("receives the price, the store and the reason", async () => {
    const { gameId, drop } = await addWatched([await addChannel("ntfy")]);
    await drop(1_499);
    await run();
    expect(attempts[0]!.message).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      title: `Game ${games} is down to $14.99 at Steam`,
      text: `Before: $20.00\nYou asked to be notified when Game ${games} gets cheaper at any store.`,
      url: `https://shop.example/games/${gameId}`,
      items: [
        {
          gameId,
          title: `Game ${games}`,
          url: `https://shop.example/games/${gameId}`,
          store: "Steam",
          price: 14.99,
          oldPrice: 20,
          currency: "USD",
          reason: `You asked to be notified when Game ${games} gets cheaper at any store.`,
          text:
            "$14.99 at Steam, before $20.00. " +
            `You asked to be notified when Game ${games} gets cheaper at any store.`,
        },
      ],
      moreText: expect.any(Function),
      at: new Date(clock),
    });
  });

  test("that is down for an hour gets few attempts meanwhile and everything afterwards", async () => {
    const id = await addChannel("ntfy");
    respond = async () => "retry";
    const watched = [];
    for (let minute = 0; minute < 60; minute += 1) {
      if (minute % 6 === 0) {
        watched.push(await addWatched([id]));
        await watched.at(-1)!.drop(1_000);
      }
      await run();
      advanceMinutes(1);
    }
    expect(attempts.length).toBeLessThan(12);
    const attemptedIds = new Set(attempts.map(({ message }) => message.id));
    expect(attemptedIds.size).toBe(1);
    attempts = [];
    respond = async () => "delivered";
    for (let minute = 0; minute < 16; minute += 1) {
      await run();
      advanceMinutes(1);
    }
    expect(attempts.map(({ message }) => message.items.length)).toEqual([1, 9]);
    expect(attemptedIds).toContain(attempts[0]!.message.id);
    const gameIds = attempts.flatMap(({ message }) => message.items.map(({ gameId }) => gameId));
    expect(gameIds).toEqual(watched.map(({ gameId }) => gameId));
  });

  test("whose process crashed is retried under the same id once the lease has expired", async () => {
    const { drop } = await addWatched([await addChannel("ntfy")]);
    await drop(1_000);
    respond = () => Promise.reject(new Error("killed"));
    await expect(run()).rejects.toThrow("killed");
    respond = async () => "delivered";
    await run();
    expect(attempts).toHaveLength(1);
    advanceMinutes(3);
    await run();
    await run();
    expect(attempts.map(({ message }) => message.id)).toEqual([attempts[0]!.message.id, attempts[0]!.message.id]);
  });

  test("that is gone or disabled receives nothing more", async () => {
    const id = await addChannel("ntfy");
    const { drop } = await addWatched([id]);
    respond = async () => "gone";
    await drop(1_500);
    await run();
    advanceMinutes(60);
    await drop(1_000);
    await db
      .update(channels)
      .set({ disabledAt: new Date(clock) })
      .where(eq(channels.id, id));
    await run();
    advanceMinutes(60);
    await run();
    expect(attempts).toHaveLength(1);
    const states = await db.select({ state: notificationDeliveries.state }).from(notificationDeliveries);
    expect(states.map(({ state }) => state).sort()).toEqual(["dropped", "sent"]);
    expect(await db.$count(notificationMessages, eq(notificationMessages.state, "waiting"))).toBe(0);
  });
});

test("messages to push, Discord, ntfy and webhooks have no links to stop", async () => {
  const [one, two] = [await addWatched([await addChannel("ntfy")]), await addWatched([await addChannel("ntfy")])];
  await one.drop(1_500);
  await two.drop(1_300);
  await run();
  expect(attempts).toHaveLength(2);
  expect(JSON.stringify(attempts)).not.toMatch(/token|stop/i);
});

describe("mail", () => {
  test("reports one event with two links to stop, and several in one mail", async () => {
    const id = await addChannel("mail", "instant");
    const [one, two] = [await addWatched([id]), await addWatched([id])];
    await one.drop(1_500);
    await run();
    await one.drop(1_400);
    await two.drop(1_300);
    await run();
    await run();
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Game ${games - 1} is down to $15.00 at Steam`,
      "2 price notifications",
    ]);
    expect(mails[0]!.stop).toEqual({
      links: [
        {
          label: "Remove this rule",
          path: expect.stringMatching(/^\/notifications\/stop\?token=rule-\d+\.[\w-]{43}$/),
        },
        {
          label: "Stop all notifications",
          path: expect.stringMatching(/^\/notifications\/stop\?token=all-\d+\.[\w-]{43}$/),
        },
      ],
      oneClickPath: expect.stringContaining("token=rule-"),
    });
    expect(mails[1]!.paragraphs[1]).toBe(
      `Game ${games - 1} is down to $14.00 at Steam. Before: $15.00\n` +
        `You asked to be notified when Game ${games - 1} gets cheaper at any store.`,
    );
  });

  test("to a channel's own address has one link, which stops that channel and nothing else", async () => {
    const id = await addChannel("mail", "instant");
    ownAddress = "friend@example.org";
    const [one, two] = [await addWatched([id]), await addWatched([id])];
    await one.drop(1_500);
    await run();
    await one.drop(1_400);
    await two.drop(1_300);
    await run();
    const path = `/notifications/stop?token=${options.links.signChannel(id, ownAddress)}`;
    const stop = { links: [{ label: "Stop notifications to this address", path }], oneClickPath: path };
    expect(mails.map((mail) => mail.stop)).toEqual([stop, stop]);
    expect(JSON.stringify(mails)).not.toMatch(/token=(all|rule)-/);
  });

  test("is queued once when the process crashes before the message is finished", async () => {
    const { drop } = await addWatched([await addChannel("mail", "instant")]);
    await drop(1_000);
    const queue = options.queueMail;
    options.queueMail = () => Promise.reject(new Error("killed"));
    await expect(run()).rejects.toThrow("killed");
    options.queueMail = queue;
    advanceMinutes(3);
    await Promise.all([run(), run(), run()]);
    expect(mails).toHaveLength(1);
  });

  test("digests are sent at the user's hour, across a daylight saving change (spec/notifications 5.2)", async () => {
    clock = Date.parse("2026-03-27T12:00:00Z");
    const berlin = { timeZone: "Europe/Berlin", digestHour: 8, digestWeekday: 7, quietFrom: null, quietTo: null };
    await setTimes(db, ada, berlin);
    const { drop } = await addWatched([await addChannel("mail", "daily"), await addChannel("mail", "weekly")]);
    let price = 2_000;
    while (clock < Date.parse("2026-04-06T12:00:00Z")) {
      if ((clock / 3_600_000) % 24 === 12) {
        price -= 10;
        await drop(price);
      }
      await run();
      // what were due at other hours would be sent later than at its own
      advanceMinutes([4, 5, 6, 7].includes((clock / 3_600_000) % 24) ? 60 : 4 * 60);
    }
    const [daily, weekly] = [...Map.groupBy(mails, ({ channelId }) => channelId)].sort(([a], [b]) => a - b);
    expect(daily![1].map(({ at }) => at)).toEqual([
      "2026-03-28T07:00:00.000Z",
      "2026-03-29T06:00:00.000Z",
      ...[30, 31].map((day) => `2026-03-${day}T06:00:00.000Z`),
      ...[1, 2, 3, 4, 5, 6].map((day) => `2026-04-0${day}T06:00:00.000Z`),
    ]);
    expect(weekly![1].map(({ at, subject }) => [at, subject])).toEqual([
      ["2026-03-29T06:00:00.000Z", "2 price notifications"],
      ["2026-04-05T06:00:00.000Z", "7 price notifications"],
    ]);
  });

  test("waits for the end of quiet hours, even when they are changed meanwhile", async () => {
    clock = Date.parse("2026-01-15T23:30:00Z");
    const times = { timeZone: "UTC", digestHour: 8, digestWeekday: 7, quietFrom: 22 * 60, quietTo: 7 * 60 };
    await setTimes(db, ada, times);
    const { drop } = await addWatched([await addChannel("mail", "instant")]);
    await drop(1_000);
    await run();
    advanceMinutes(7 * 60 + 29);
    await run();
    expect(mails).toEqual([]);
    await setTimes(db, ada, { ...times, quietTo: 8 * 60 });
    advanceMinutes(10);
    await run();
    expect(mails).toEqual([]);
    advanceMinutes(51);
    await run();
    expect(mails).toHaveLength(1);
  });
});

test("stopping everything drops waiting deliveries", async () => {
  const { drop } = await addWatched([await addChannel("mail", "daily"), await addChannel("ntfy")]);
  respond = async () => "retry";
  await drop(1_000);
  await run();
  await stopEverything(db, ada, new Date(clock));
  advanceMinutes(48 * 60);
  await run();
  expect([attempts.length, mails.length]).toEqual([1, 0]);
});

test("the inbox is swept after 90 days, with its delivered messages", async () => {
  const { drop } = await addWatched([await addChannel("ntfy")]);
  await drop(1_500);
  await run();
  advanceMinutes(60 * 24 * 89);
  await drop(1_000);
  await run();
  advanceMinutes(60 * 24 * 2);
  await notificationJobs(options)[1]!.run({}, "");
  const left = await db.select().from(notificationEvents).orderBy(asc(notificationEvents.id));
  expect(left.map(({ newMinor }) => newMinor)).toEqual([1_000]);
  expect(await db.$count(notificationMessages)).toBe(1);
});
