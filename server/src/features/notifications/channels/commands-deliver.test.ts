import { beforeEach, expect, test } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { parseEnv } from "../../../platform/process/env.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { listUsableChannels } from "../../../test/left-behind.ts";
import { englishReaders } from "../../../test/readers.ts";
import { secretKey } from "../../../test/secret-key.ts";
import { listQueuedMails } from "../../../test/servers/mails.ts";
import { startReceiver } from "../../../test/servers/receiver.ts";
import { signInUser } from "../../../test/users.ts";
import { deliver } from "./commands-deliver.ts";
import { queueChannelMail } from "./commands-mail.ts";
import { type ChannelConfig, encryptConfig } from "./config.ts";
import type { ChannelDeps } from "./deps.ts";
import type { ChannelMessage } from "./kinds/kind.ts";
import type { ChannelRow } from "./queries-channels.ts";
import { channels } from "./table.ts";

const { db } = await createTestDatabase();
const receiver = await startReceiver();
const ada = await signInUser(db, "Ada");
const steamOnly = await signInUser(db, "SteamOnly", { email: null });

const start = new Date("2030-01-01T10:00:00Z");
const hour = 3_600_000;
let now = start;
let isPaced = false;

const deps: ChannelDeps = {
  db,
  secretKey,
  env: parseEnv({ PUBLIC_URL: "https://site.example", WEBHOOK_ALLOW_PRIVATE: "on" }),
  pace: { mayDeliver: async () => !isPaced, countRequest: async () => {} },
  readers: englishReaders,
  siteName: () => "Site",
  now: () => now,
};

beforeEach(async () => {
  now = start;
  isPaced = false;
  receiver.respondWith(200);
  await db.delete(channels);
  await db.execute("delete from jobs.job");
});

const webhook: ChannelConfig = { kind: "webhook", url: `${receiver.origin}/hook`, secret: "whsec_AAAA" };

async function add(more: Partial<ChannelRow> = {}, config = webhook): Promise<ChannelRow> {
  const values = { userId: ada.id, kind: config.kind, name: "My channel", verifiedAt: start, ...more };
  const [row] = await db
    .insert(channels)
    .values({ config: encryptConfig(secretKey, config), ...values })
    .returning();
  return row!;
}

async function reload({ id }: ChannelRow): Promise<ChannelRow> {
  const [row] = await db.select().from(channels).where(eq(channels.id, id));
  return row!;
}

const message: ChannelMessage = {
  id: "m-1",
  title: "Cheap",
  text: "A game",
  url: "/games/3",
  items: [],
  moreText: () => "",
  at: start,
};

test("a message is delivered, and redelivered with the same id", async () => {
  const channel = await add();
  expect(await deliver(deps, channel, message)).toBe("delivered");
  expect(await deliver(deps, channel, message)).toBe("delivered");
  expect(receiver.received().map(({ headers }) => headers["webhook-id"])).toEqual(["m-1", "m-1"]);
  expect(await reload(channel)).toMatchObject({ lastDeliveredAt: start, failingSince: null, lastFailure: null });
});

test("a failure is recorded and retried; a delivery ends it", async () => {
  const channel = await add();
  receiver.respondWith(503);
  expect(await deliver(deps, channel, message)).toBe("retry");
  now = new Date(start.getTime() + hour);
  expect(await deliver(deps, channel, message)).toBe("retry");
  expect(await reload(channel)).toMatchObject({
    failingSince: start,
    lastFailedAt: now,
    lastFailure: { reason: "status", status: 503 },
    disabledAt: null,
  });
  receiver.respondWith(200);
  expect(await deliver(deps, channel, message)).toBe("delivered");
  expect(await reload(channel)).toMatchObject({ failingSince: null, lastFailure: null, lastDeliveredAt: now });
});

test("after a week of failures it is disabled, with one notice by mail (spec/notifications 3.4)", async () => {
  const channel = await add();
  receiver.respondWith(500);
  for (let hours = 0; hours < 7 * 24; hours += 12) {
    now = new Date(start.getTime() + hours * hour);
    expect(await deliver(deps, channel, message)).toBe("retry");
  }
  expect(await listQueuedMails(db)).toEqual([]);
  now = new Date(start.getTime() + 7 * 24 * hour);
  const outcomes = await Promise.all([deliver(deps, channel, message), deliver(deps, channel, message)]);
  expect(outcomes).toEqual(["gone", "gone"]);
  expect(await reload(channel)).toMatchObject({ disabledAt: now, disabledReason: "failing" });
  expect(await listQueuedMails(db)).toMatchObject([
    {
      to: "Ada@example.com",
      addressee: "verified",
      subject: "Notifications from {brand} no longer reach My channel",
      action: { path: "/notifications" },
    },
  ]);

  receiver.respondWith(200);
  expect(await deliver(deps, channel, message)).toBe("gone");
  expect(receiver.received()).toEqual([]);
});

test("a target that is gone disables the channel at once, without a mail if the account has no address", async () => {
  const channel = await add({ userId: steamOnly.id });
  receiver.respondWith(410);
  expect(await deliver(deps, channel, message)).toBe("gone");
  expect(await reload(channel)).toMatchObject({ disabledAt: start, disabledReason: "gone" });
  expect(await listQueuedMails(db)).toEqual([]);
});

test.each<[string, Partial<ChannelRow>]>([
  ["not verified", { verifiedAt: null }],
  ["disabled", { disabledAt: start, disabledReason: "owner" }],
])("nothing is sent to a channel that is %s", async (_, state) => {
  const channel = await add(state);
  expect(await deliver(deps, channel, message)).toBe("gone");
  expect(await listUsableChannels(db, ada.id)).toEqual([]);
  expect(receiver.received()).toEqual([]);
});

test("nothing is sent to a channel that was removed", async () => {
  const channel = await add();
  expect((await listUsableChannels(db, ada.id)).map(({ id }) => id)).toEqual([channel.id]);
  await db.delete(channels);
  expect(await deliver(deps, channel, message)).toBe("gone");
});

test("a delivery over the limit is retried later and is not a failure", async () => {
  const channel = await add();
  isPaced = true;
  expect(await deliver(deps, channel, message)).toBe("retry");
  expect(await reload(channel)).toMatchObject({ failingSince: null, lastFailure: null });
  expect(receiver.received()).toEqual([]);
});

test("a channel that was encrypted with another secret key fails, but is not disabled", async () => {
  const channel = await add({ config: "AAAA" });
  expect(await deliver(deps, channel, message)).toBe("retry");
  expect(await reload(channel)).toMatchObject({ lastFailure: { reason: "unreadable", status: null } });
});

test("an outcome of a former target is not recorded for its replacement", async () => {
  const channel = await add();
  receiver.upstream.respondWith(async (_, response) => {
    await db.update(channels).set({ config: encryptConfig(secretKey, { ...webhook, url: `${receiver.origin}/new` }) });
    response.writeHead(500).end();
  });
  expect(await deliver(deps, channel, message)).toBe("retry");
  expect(await reload(channel)).toMatchObject({ failingSince: null, lastFailure: null });
});

test("mail goes to the account's address while it is verified, or to the channel's own", async () => {
  const mail = { subject: "Cheap", paragraphs: ["A game"], reason: "You asked for it." };
  const own = await add({}, { kind: "mail", address: null });
  const other = await add({}, { kind: "mail", address: "ada@work.example" });
  const none = await add({ userId: steamOnly.id }, { kind: "mail", address: null });
  const queued = [];
  for (const channel of [own, other, none]) queued.push(await queueChannelMail(db, channel, () => mail, secretKey));
  expect(queued).toEqual([true, true, false]);
  expect(await listQueuedMails(db)).toMatchObject([
    { to: "Ada@example.com", addressee: "verified" },
    { to: "ada@work.example", addressee: "channel", userId: ada.id },
  ]);
});
