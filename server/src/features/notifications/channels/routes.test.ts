import { createHmac } from "node:crypto";
import { channelEndpoints } from "contract/notifications/channels/api.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { startTestApp } from "../../../test/app.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { secretKey } from "../../../test/secret-key.ts";
import { listQueuedMails } from "../../../test/servers/mails.ts";
import { startPushService } from "../../../test/servers/push-service.ts";
import { startReceiver } from "../../../test/servers/receiver.ts";
import { signInUser, type TestUser } from "../../../test/users.ts";
import { users } from "../../users/table.ts";
import { prepareStopLinks } from "../delivery/commands-stop-link.ts";
import { vapidKeys } from "./kinds/push.ts";
import { channels } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const receiver = await startReceiver();
const service = await startPushService();
const app = await startTestApp(database, {
  env: {
    WEBHOOK_ALLOW_PRIVATE: "on",
    DISCORD_URL: receiver.origin,
    TELEGRAM_URL: receiver.origin,
    TELEGRAM_BOT_TOKEN: "1:secret",
  },
});
const guarded = await startTestApp(database);
const ada = await signInUser(db, "Ada");
const bob = await signInUser(db, "Bob");
const unverified = await signInUser(db, "Unverified");
await db.update(users).set({ emailVerified: false }).where(eq(users.id, unverified.id));

beforeEach(async () => {
  await db.delete(channels);
  await db.execute("delete from jobs.job");
  receiver.respondWith(200);
  service.respondWith(201);
});

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function call(user: TestUser | null, method: Method, path: string, payload?: object, site = app) {
  const response = await site.inject({ method, url: `/api/channels${path}`, headers: { ...user?.headers }, payload });
  return { status: response.statusCode, body: response.body === "" ? undefined : response.json() };
}

const discordUrl = `https://discord.com/api/webhooks/123456789012345678/${"t".repeat(68)}`;
const targets = {
  webhook: { url: `${receiver.origin}/hook` },
  discord: { url: discordUrl },
  telegram: { chat: "987654321" },
  ntfy: { server: receiver.origin, topic: "ada-deals", token: "tk_of_ada" },
  push: { subscription: service.subscription },
  mail: { address: "ada@work.example" },
};
type Kind = keyof typeof targets;

const add = (kind: Kind, more: object = {}, user = ada) =>
  call(user, "POST", "", { kind, name: `My ${kind}`, target: targets[kind], ...more });
const list = async (user: TestUser) => (await call(user, "GET", "")).body.channels;

/** The code that was sent last. */
async function sentCode(kind: Kind): Promise<string> {
  const texts: Record<Kind, () => string | Promise<string>> = {
    webhook: () => receiver.bodies().at(-1).code,
    discord: () => receiver.bodies().at(-1).embeds[0].description,
    telegram: () => receiver.bodies().at(-1).text,
    ntfy: () => receiver.bodies().at(-1).message,
    push: () => (service.messages().at(-1)!.payload as { url: string }).url,
    mail: async () => (await listQueuedMails(db)).at(-1)!.paragraphs.join(" "),
  };
  return /\b\d{6}\b/.exec(await texts[kind]())![0];
}

async function addVerified(kind: Kind) {
  const { body } = await add(kind);
  const code = await sentCode(kind);
  const { body: verified } = await call(ada, "POST", `/${body.channel.id}/verify`, { code });
  return verified.channel;
}

test.each(Object.values(channelEndpoints))("$route needs a signed-in user", async ({ route }) => {
  const [method, path = ""] = route.split(" ") as [Method, string];
  const url = path.replace("/api/channels", "").replace("{id}", "1");
  expect(await call(null, method, url)).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
});

describe.each<[Kind, string]>([
  ["webhook", new URL(receiver.origin).host],
  ["discord", "discord.com"],
  ["telegram", "Telegram, …21"],
  ["ntfy", new URL(receiver.origin).host],
  ["push", new URL(service.origin).host],
  ["mail", "a…@work.example"],
])("%s", (kind, maskedTarget) => {
  test("is verified by the code sent to it, then tested (spec/notifications 3.2)", async () => {
    const { status, body } = await add(kind);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      channel: { kind, name: `My ${kind}`, state: "unverified", verified_at: null },
      failure: null,
    });
    expect(body.channel.target).toContain(maskedTarget);
    const { id } = body.channel;
    const code = await sentCode(kind);
    const wrong = code === "000000" ? "000001" : "000000";
    expect(await call(ada, "POST", `/${id}/verify`, { code: wrong })).toMatchObject({
      status: 400,
      body: { details: [{ path: "code", msg: "This is not the code" }] },
    });
    expect(await call(bob, "POST", `/${id}/verify`, { code })).toMatchObject({ status: 404 });
    expect(await call(ada, "POST", `/${id}/verify`, { code: ` ${code} ` })).toMatchObject({
      status: 200,
      body: { channel: { state: "active" } },
    });
    expect(await call(ada, "POST", `/${id}/test`)).toMatchObject({ status: 200, body: { failure: null } });
    expect(await call(bob, "POST", `/${id}/test`)).toMatchObject({ status: 404 });
    const sent = {
      webhook: receiver,
      discord: receiver,
      telegram: receiver,
      ntfy: receiver,
      push: service,
      mail: null,
    }[kind];
    if (sent) expect(sent.received()).toHaveLength(2);
    else expect((await listQueuedMails(db)).map(({ to }) => to)).toEqual(["ada@work.example", "ada@work.example"]);
  });

  test("reveals no secret, neither in lists nor in the export", async () => {
    await add(kind);
    const response = await app.inject({ url: "/api/auth/export", headers: ada.headers });
    const text = JSON.stringify(await list(ada)) + response.body;
    expect(response.json().channels).toHaveLength(1);
    for (const secret of [
      "/hook",
      "tttt",
      "987654321",
      "ada-deals",
      "tk_of_ada",
      "ada@work",
      service.subscription.keys.auth,
    ]) {
      expect(text).not.toContain(secret);
    }
    const [row] = await db.select().from(channels);
    expect(JSON.stringify(row)).not.toMatch(/\/hook|tttt|ada-deals|tk_of_ada|work\.example|127\.0\.0\.1/);
  });
});

test("a webhook's secret is shown once and signs the requests (spec/notifications 3.3)", async () => {
  const { body } = await add("webhook");
  expect(body.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(JSON.stringify(await list(ada))).not.toContain(body.secret);
  const [{ headers, body: bytes }] = receiver.received() as [ReturnType<typeof receiver.received>[number]];
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${bytes}`;
  const key = Buffer.from(body.secret.slice(6), "base64");
  expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
  expect((await add("ntfy")).body.secret).toBeNull();
});

test("a push message links the browser to its code", async () => {
  const { body } = await add("push");
  const code = await sentCode("push");
  expect(service.messages()[0]!.payload).toMatchObject({ url: `/notifications#verify-${body.channel.id}-${code}` });
  expect((await call(ada, "GET", "/push-key")).body).toEqual({ key: vapidKeys(secretKey).publicKey });
});

test("mail to the account's own verified address needs no code (spec/notifications 3.2)", async () => {
  for (const address of [null, "ADA@example.com"]) {
    const { body } = await add("mail", { target: { address }, schedule: "weekly" });
    expect(body).toMatchObject({ channel: { state: "active", target: null, schedule: "weekly" }, failure: null });
  }
  expect(await listQueuedMails(db)).toEqual([]);
  const refused = await add("mail", { target: { address: null } }, unverified);
  expect(refused).toMatchObject({ status: 409, body: { error: "Confirm the email address of your account first." } });
  expect(await list(unverified)).toEqual([]);
});

test("five wrong attempts invalidate a code; another one can be sent (spec/notifications 3.2)", async () => {
  const { id } = (await add("webhook")).body.channel;
  const code = await sentCode("webhook");
  const wrong = code === "000000" ? "000001" : "000000";
  const attempts = await Promise.all(
    Array.from({ length: 8 }, () => call(ada, "POST", `/${id}/verify`, { code: wrong })),
  );
  expect(attempts.filter(({ body }) => body.error.endsWith("This is not the code"))).toHaveLength(5);
  expect((await call(ada, "POST", `/${id}/verify`, { code })).status).toBe(400);
  await call(ada, "POST", `/${id}/test`);
  const next = await sentCode("webhook");
  expect((await call(ada, "POST", `/${id}/verify`, { code: next })).status).toBe(200);
});

test("a code expires after an hour (spec/notifications 3.2)", async () => {
  const { id } = (await add("webhook")).body.channel;
  const code = await sentCode("webhook");
  await db.update(channels).set({ codeExpiresAt: new Date() });
  expect(await call(ada, "POST", `/${id}/verify`, { code })).toMatchObject({
    status: 400,
    body: { details: [{ path: "code", msg: "This code is no longer good. Send another one." }] },
  });
});

test("a code that does not arrive reports the reason", async () => {
  receiver.respondWith(404);
  const { status, body } = await add("webhook");
  expect(status).toBe(201);
  expect(body).toMatchObject({ failure: { reason: "status", status: 404 }, channel: { state: "unverified" } });
  expect(body.channel.last_failure).toMatchObject({ reason: "status", status: 404 });
});

test("a new target must be verified, and a webhook keeps its secret (spec/notifications 3.2)", async () => {
  const channel = await addVerified("webhook");
  const target = { url: `${receiver.origin}/other` };
  receiver.respondWith(200);
  const { body } = await call(ada, "PUT", `/${channel.id}`, { name: "Renamed", target });
  expect(body.channel).toMatchObject({ name: "Renamed", state: "unverified" });
  expect(receiver.received().map(({ url }) => url)).toEqual(["/other"]);
  expect(await call(ada, "PUT", `/${channel.id}`, { target: { topic: "x" } })).toMatchObject({
    status: 400,
    body: { details: [{ path: "target.url" }] },
  });
});

test("its owner renames, disables and enables it", async () => {
  const { id } = await addVerified("ntfy");
  const change = async (payload: object) => (await call(ada, "PUT", `/${id}`, payload)).body.channel;
  expect(await change({})).toMatchObject({ name: "My ntfy", state: "active" });
  expect(await change({ enabled: false })).toMatchObject({ state: "disabled", disabled_reason: "owner" });
  expect(await call(ada, "POST", `/${id}/test`)).toMatchObject({ status: 409 });
  expect(await change({ enabled: true, name: "Phone" })).toMatchObject({
    name: "Phone",
    state: "active",
    disabled_reason: null,
  });
  expect((await call(bob, "PUT", `/${id}`, { name: "Mine" })).status).toBe(404);
  expect((await call(bob, "DELETE", `/${id}`)).status).toBe(204);
  expect(await list(ada)).toHaveLength(1);
  expect((await call(ada, "DELETE", `/${id}`)).status).toBe(204);
  expect((await call(ada, "DELETE", `/${id}`)).status).toBe(204);
  expect(await list(ada)).toEqual([]);
});

test("a user can have at most 10 channels, and each target once", async () => {
  expect((await add("ntfy")).status).toBe(201);
  expect(await add("ntfy")).toMatchObject({
    status: 409,
    body: { error: "Your channel “My ntfy” delivers there already." },
  });
  const adding = Array.from({ length: 12 }, (_, index) =>
    add("ntfy", { target: { server: receiver.origin, topic: `t${index}` } }),
  );
  const statuses = (await Promise.all(adding)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(9);
  expect(await list(ada)).toHaveLength(10);
  expect((await add("ntfy", {}, bob)).status).toBe(201);
});

test.each<[Kind, object, string]>([
  ["webhook", { url: "https://127.0.0.1/" }, "target.url"],
  ["webhook", { url: "http://example.com/" }, "target.url"],
  ["webhook", { url: "https://user:pw@example.com/" }, "target.url"],
  ["ntfy", { server: "https://192.168.1.1", topic: "x" }, "target.server"],
  ["push", { subscription: { ...service.subscription, endpoint: "https://[::1]/x" } }, "target.subscription.endpoint"],
  ["webhook", { url: "https://localhost./" }, "target.url"],
  ["telegram", { chat: "987654321" }, "target.chat"],
  ["webhook", { url: "https://api.LOCALHOST:8443/" }, "target.url"],
  ["ntfy", { server: "https://ntfy.internal.", topic: "x" }, "target.server"],
  ["ntfy", { server: "https://ntfy.local", topic: "x" }, "target.server"],
  ["push", { subscription: { ...service.subscription, endpoint: "https://push/x" } }, "target.subscription.endpoint"],
])("%s refuses %j where private addresses are not allowed", async (kind, target, path) => {
  const { status, body } = await call(ada, "POST", "", { kind, name: "x", target }, guarded);
  expect([status, body.details[0].path]).toEqual([400, path]);
  expect(await list(ada)).toEqual([]);
});

test("a channel that an earlier release was refused by is shown as unreachable", async () => {
  const { body } = await add("webhook", {});
  const lastFailure = { reason: "refused", status: null } as never;
  await db.update(channels).set({ lastFailure, lastFailedAt: new Date() }).where(eq(channels.id, body.channel.id));
  const [shown] = await list(ada);
  expect(shown.last_failure).toMatchObject({ reason: "unreachable", status: null });
});

test.each<[Kind, object, string]>([
  ["discord", { url: `${receiver.origin}/api/webhooks/123456789012345678/${"t".repeat(68)}` }, "target.url"],
  ["webhook", { url: "ftp://example.com" }, "target.url"],
  ["ntfy", { server: `${receiver.origin}/sub`, topic: "x" }, "target.server"],
  ["ntfy", { server: receiver.origin, topic: "a/b" }, "target.topic"],
  ["telegram", { chat: "my chat" }, "target.chat"],
  ["telegram", { chat: "1/../2" }, "target.chat"],
  ["mail", { address: "no address" }, "target.address"],
  ["push", { subscription: { endpoint: "https://x.example" } }, "target.subscription.keys"],
  [
    "push",
    { subscription: { endpoint: receiver.origin, keys: { ...service.subscription.keys, p256dh: "A".repeat(87) } } },
    "target.subscription.keys.p256dh",
  ],
])("%s needs a target of its kind, not %j", async (kind, target, path) => {
  const { status, body } = await add(kind, { target });
  expect([status, body.details[0].path]).toEqual([400, path]);
});

test("a deleted account leaves neither channels nor mails to their addresses", async () => {
  const { headers } = await app
    .inject({
      method: "POST",
      url: "/api/auth/register",
      payload: { username: "leaving", email: "leaving@example.com", password: "correct horse", birthday: "1990-01-01" },
    })
    .then((response) => ({ headers: { authorization: `Bearer ${response.json().token}` } }));
  expect((await add("mail", {}, { id: 0, headers })).status).toBe(201);
  expect((await listQueuedMails(db)).map(({ to }) => to)).toContain("ada@work.example");
  const url = "/api/auth/account";
  const payload = { password: "correct horse" };
  expect((await app.inject({ method: "DELETE", url, headers, payload })).statusCode).toBe(204);
  expect(await db.$count(channels)).toBe(0);
  expect(await listQueuedMails(db)).toEqual([]);
});

describe("the link in the mail of a channel (spec/notifications 4.4)", () => {
  const links = prepareStopLinks(secretKey);
  const stop = (token: string) => app.inject({ method: "POST", url: "/api/notifications/stop", payload: { token } });
  const isEverythingStopped = async () => {
    const { body } = await app.inject({ url: "/api/notifications/settings", headers: ada.headers });
    return JSON.parse(body).settings.stopped_at !== null;
  };

  test("stops that channel until its recipient gives another code", async () => {
    const [{ id }, other] = [await addVerified("mail"), await addVerified("webhook")];
    const stopped = await stop(links.signChannel(id, "Ada@Work.example"));
    expect([stopped.statusCode, stopped.json()]).toEqual([200, { all: false, channel: true }]);
    expect(await list(ada)).toMatchObject([
      { id, state: "disabled", disabled_reason: "recipient" },
      { id: other.id, state: "active" },
    ]);
    expect(await isEverythingStopped()).toBe(false);
    expect((await stop(links.signChannel(id, "ada@work.example"))).statusCode).toBe(200);
    await db.execute("delete from jobs.job");
    const enabled = await call(ada, "PUT", `/${id}`, { enabled: true });
    expect(enabled.body.channel).toMatchObject({ state: "unverified", disabled_reason: null });
    const verified = await call(ada, "POST", `/${id}/verify`, { code: await sentCode("mail") });
    expect(verified.body.channel.state).toBe("active");
  });

  test.each<[string, (id: number) => Promise<unknown> | undefined, number]>([
    ["works while the channel is as it was", () => undefined, 200],
    ["works while its owner has switched it off", (id) => call(ada, "PUT", `/${id}`, { enabled: false }), 200],
    ["works after it was renamed", (id) => call(ada, "PUT", `/${id}`, { name: "Work" }), 200],
    ["is not valid once the channel is gone", (id) => call(ada, "DELETE", `/${id}`), 400],
    ["is not valid for a channel that was removed and added again", (id) => readd(id), 400],
    ["is not valid once it has another address", (id) => retarget(id, "eve@other.example"), 400],
    ["is not valid once it is the account's address", (id) => retarget(id, null), 400],
    ["is not valid once the account is gone", () => db.delete(channels).where(eq(channels.userId, ada.id)), 400],
  ])("%s", async (_, change, status) => {
    const { id } = await addVerified("mail");
    await change(id);
    expect((await stop(links.signChannel(id, "ada@work.example"))).statusCode).toBe(status);
    const states = (await list(ada)).map(({ disabled_reason: reason }: { disabled_reason: string }) => reason);
    expect(states.includes("recipient")).toBe(status === 200);
  });

  const readd = async (id: number) => {
    await call(ada, "DELETE", `/${id}`);
    await addVerified("mail");
  };
  const retarget = (id: number, address: string | null) => call(ada, "PUT", `/${id}`, { target: { address } });

  test("of one channel stops no other one, and a forged one nothing", async () => {
    const [{ id }, { body }] = [await addVerified("mail"), await add("mail", { schedule: "daily" })];
    const token = links.signChannel(id, "ada@work.example");
    const forged = [
      token.replace(`channel-${id}`, `channel-${body.channel.id}`),
      token.replace("channel", "all").replace(String(id), String(ada.id)),
      token.replace("channel", "rule"),
      links.signAll(id).replace("all", "channel"),
      links.signChannel(id, "eve@other.example"),
      `${token}x`,
      `channel-${id}.`,
      `channel-99999999999.${"x".repeat(43)}`,
      `channel-2147483648.${"x".repeat(43)}`,
    ];
    for (const one of forged) expect([one, (await stop(one)).statusCode]).toEqual([one, 400]);
    expect((await list(ada)).map(({ state }: { state: string }) => state)).toEqual(["active", "unverified"]);
  });
});
