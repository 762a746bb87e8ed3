import { createHmac } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { parseEnv } from "../../../../platform/process/env.ts";
import { secretKey } from "../../../../test/secret-key.ts";
import { startPushService } from "../../../../test/servers/push-service.ts";
import { startReceiver } from "../../../../test/servers/receiver.ts";
import { send } from "../commands-deliver.ts";
import type { ChannelConfig } from "../config.ts";
import type { Outgoing } from "./kind.ts";
import { vapidKeys } from "./push.ts";
import { webhook } from "./webhook.ts";

const receiver = await startReceiver();
const service = await startPushService();
const now = new Date("2030-01-01T10:00:00.500Z");
const publicUrl = "https://site.example";
const env = parseEnv({
  PUBLIC_URL: publicUrl,
  WEBHOOK_ALLOW_PRIVATE: "on",
  DISCORD_URL: receiver.origin,
  TELEGRAM_URL: receiver.origin,
  TELEGRAM_BOT_TOKEN: "1:secret",
});

beforeEach(() => {
  receiver.respondWith(200);
  service.respondWith(201);
});

const item = {
  gameId: 3,
  title: "Hades *II*",
  url: "/games/3",
  store: "Steam",
  price: 9.99,
  oldPrice: 24.99,
  currency: "USD",
  reason: "Your target of $10.00",
  text: "$9.99 at Steam, before $24.99. Your target of $10.00",
};
const message: Outgoing = {
  type: "notification",
  id: "rule-1-7",
  title: "Hades II is $9.99",
  text: "1 game is cheap",
  url: "/games/3",
  items: [item],
  moreText: (count) => `and ${count} more`,
  at: now,
  code: null,
};

const deliver = (config: ChannelConfig, more: Partial<Outgoing> = {}) =>
  send({ env, secretKey, now: () => now }, config, { ...message, ...more });

test("a webhook receives JSON signed with its secret (spec/notifications 3.3)", async () => {
  const secret = webhook.createSecret!();
  expect(await deliver({ kind: "webhook", url: `${receiver.origin}/hook`, secret })).toEqual({ failure: null });
  const [{ headers, body, url }] = receiver.received() as [ReturnType<typeof receiver.received>[number]];
  expect(url).toBe("/hook");
  expect(JSON.parse(body.toString())).toEqual({
    type: "notification",
    id: "rule-1-7",
    at: "2030-01-01T10:00:00.500Z",
    title: "Hades II is $9.99",
    text: "1 game is cheap",
    url: "https://site.example/games/3",
    items: [
      {
        game_id: 3,
        title: "Hades *II*",
        url: "https://site.example/games/3",
        store: "Steam",
        price: 9.99,
        old_price: 24.99,
        currency: "USD",
        reason: "Your target of $10.00",
      },
    ],
  });
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "webhook-id": "rule-1-7",
    "webhook-timestamp": "1893492000",
  });
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = createHmac("sha256", key).update(`rule-1-7.1893492000.${body}`).digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${signed}`);
});

test("links of a site at a path lie below it", async () => {
  const config = { kind: "webhook", url: `${receiver.origin}/hook`, secret: webhook.createSecret!() } as const;
  await send({ env: { ...env, publicUrl: `${publicUrl}/shop` }, secretKey, now: () => now }, config, message);
  const url = "https://site.example/shop/games/3";
  expect(receiver.bodies()).toMatchObject([{ url, items: [{ url }] }]);
});

test("Discord receives an embed without mentions and with escaped markup", async () => {
  const url = `https://discord.com/api/webhooks/123456789012345678/${"t".repeat(68)}`;
  expect(await deliver({ kind: "discord", url }, { title: "@everyone" })).toEqual({ failure: null });
  expect(receiver.received()[0]!.url).toBe(`/api/webhooks/123456789012345678/${"t".repeat(68)}`);
  expect(receiver.bodies()).toEqual([
    {
      embeds: [
        {
          title: "@everyone",
          url: "https://site.example/games/3",
          description:
            "1 game is cheap\n[Hades \\*II\\*](https://site.example/games/3)  " +
            "$9.99 at Steam, before $24.99. Your target of $10.00",
          timestamp: "2030-01-01T10:00:00.500Z",
        },
      ],
      allowed_mentions: { parse: [] },
    },
  ]);
});

test("ntfy receives a message with its topic, and the token in a header", async () => {
  const config = { kind: "ntfy", server: receiver.origin, topic: "deals", token: "tk_secret" } as const;
  expect(await deliver(config)).toEqual({ failure: null });
  const [{ url, headers }] = receiver.received() as [ReturnType<typeof receiver.received>[number]];
  expect([url, headers.authorization]).toEqual(["/", "Bearer tk_secret"]);
  expect(receiver.bodies()).toEqual([
    {
      topic: "deals",
      title: "Hades II is $9.99",
      message: "1 game is cheap\nHades *II*: $9.99 at Steam, before $24.99. Your target of $10.00",
      click: "https://site.example/games/3",
    },
  ]);
});

test("Telegram receives escaped HTML from the site's bot", async () => {
  expect(await deliver({ kind: "telegram", chat: "42" }, { title: '<b>"A" & B' })).toEqual({ failure: null });
  expect(receiver.received()[0]!.url).toBe("/bot1:secret/sendMessage");
  expect(receiver.bodies()).toEqual([
    {
      chat_id: "42",
      text:
        '<b><a href="https://site.example/games/3">&lt;b&gt;&quot;A&quot; &amp; B</a></b>\n1 game is cheap\n' +
        '<a href="https://site.example/games/3">Hades *II*</a>  ' +
        "$9.99 at Steam, before $24.99. Your target of $10.00",
      parse_mode: "HTML",
      link_preview_options: { is_disabled: true },
    },
  ]);
  const items = Array.from({ length: 50 }, () => ({ ...item, title: "x".repeat(700), text: "r".repeat(700) }));
  await deliver({ kind: "telegram", chat: "42" }, { title: "t".repeat(900), text: "t".repeat(9_000), items });
  expect(receiver.bodies()[1].text.replaceAll(/<[^>]*>/g, "").length).toBeLessThanOrEqual(4_096);
});

test.each([
  [403, "Forbidden: bot was blocked by the user", { gone: true }],
  [400, "Bad Request: chat not found", { gone: true }],
  [400, "Bad Request: can't parse entities", { gone: false }],
  [401, "Unauthorized", { gone: false }],
  [404, "Not Found", { gone: false }],
  [429, "Too Many Requests: retry after 35", { gone: false, retryAfterMs: 35_000 }],
  [429, "x".repeat(9_000), { gone: false }],
  [500, "Internal Server Error", { gone: false }],
])("Telegram's %i %.40s means %j", async (status, description, expected) => {
  const parameters = status === 429 ? { parameters: { retry_after: 35 } } : {};
  receiver.upstream.respondWith((_, response) => {
    response.writeHead(status).end(JSON.stringify({ ok: false, error_code: status, description, ...parameters }));
  });
  const outcome = await deliver({ kind: "telegram", chat: "42" });
  expect(outcome).toEqual({ failure: { reason: "status", status }, ...expected });
});

test("long lists are cut to the limit of each service", async () => {
  const items = Array.from({ length: 500 }, () => ({ ...item, title: "Ö".repeat(700) }));
  const long = { items, title: "Ü".repeat(1_000), text: "ä".repeat(5_000) };
  const token = "t".repeat(68);
  await deliver({ kind: "discord", url: `https://discord.com/api/webhooks/123456789012345678/${token}` }, long);
  await deliver({ kind: "ntfy", server: receiver.origin, topic: "deals", token: null }, long);
  const [discord, ntfy] = receiver.bodies();
  expect(discord.embeds[0].title).toHaveLength(256);
  expect(discord.embeds[0].description.length).toBeLessThanOrEqual(4_096);
  expect(Buffer.byteLength(ntfy.message)).toBeLessThanOrEqual(4_096);
  expect(receiver.received()[1]!.headers).not.toHaveProperty("authorization");

  expect(await deliver({ kind: "push", subscription: service.subscription }, long)).toEqual({ failure: null });
  expect(service.received()[0]!.body.length).toBeLessThanOrEqual(4_096);
  const fewer = items.slice(0, 12).map((one) => ({ ...one, title: "Hades" }));
  receiver.respondWith(200);
  await deliver({ kind: "ntfy", server: receiver.origin, topic: "deals", token: null }, { items: fewer });
  expect(receiver.bodies()[0].message).toMatch(/\nand 2 more$/);
});

test("a push message is encrypted for the browser and signed by the site (RFC 8291, RFC 8292)", async () => {
  const { subscription } = service;
  expect(await deliver({ kind: "push", subscription })).toEqual({ failure: null });
  const [pushed] = service.messages();
  expect(pushed).toMatchObject({
    payload: { id: "rule-1-7", title: "Hades II is $9.99", body: "1 game is cheap", url: "/games/3" },
    publicKey: vapidKeys(secretKey).publicKey,
    claims: { aud: service.origin, sub: publicUrl },
    headers: { "content-encoding": "aes128gcm", ttl: "86400", urgency: "normal" },
  });
  const lifetime = pushed!.claims.exp - Date.now() / 1000;
  expect(lifetime).toBeGreaterThan(0);
  expect(lifetime).toBeLessThanOrEqual(24 * 3_600);
  expect(service.received()[0]!.body.includes("Hades")).toBe(false);

  await deliver({ kind: "push", subscription });
  const topics = service.messages().map(({ headers }) => headers.topic);
  expect(topics).toEqual([topics[0], topics[0]]);
  expect(topics[0]).toMatch(/^[\w-]{1,32}$/);
});

test.each([
  [404, true],
  [410, true],
  [429, false],
  [500, false],
])("a push service's %i means that the subscription is gone: %s", async (status, gone) => {
  service.respondWith(status);
  const outcome = await deliver({ kind: "push", subscription: service.subscription });
  expect(outcome).toEqual({ failure: { reason: "status", status }, gone });
});
