import { RateLimiterMemory } from "rate-limiter-flexible";
import { expect, test } from "vitest";
import { createLimits } from "../../../platform/http/limits/rate-limit.ts";
import type { ChannelConfig } from "./config.ts";
import { preparePace } from "./deps.ts";

const openPace = () => preparePace(createLimits({ openLimiter: (limit) => new RateLimiterMemory(limit), scale: 1 }));

const webhook = (url: string): ChannelConfig => ({ kind: "webhook", url, secret: "whsec_" });
const discord = (id: number): ChannelConfig => ({ kind: "discord", url: `https://discord.com/api/webhooks/${id}/x` });

/** How many of 2,000 attempts are allowed. */
async function countAllowed(attempt: (index: number) => Promise<boolean>): Promise<number> {
  let allowed = 0;
  for (let index = 0; index < 2_000; index += 1) if (await attempt(index)) allowed += 1;
  return allowed;
}

const isAccepted = (counted: Promise<void>) =>
  counted.then(
    () => true,
    () => false,
  );

test("a user gets 120 deliveries an hour (spec/notifications 3.5)", async () => {
  const pace = openPace();
  expect(await countAllowed((index) => pace.mayDeliver(1, webhook(`https://host${index}.example/`)))).toBe(120);
  expect(await pace.mayDeliver(2, webhook("https://host.example/"))).toBe(true);
});

test("a host gets 60 deliveries a minute from all users (spec/notifications 3.5)", async () => {
  const pace = openPace();
  expect(await countAllowed((index) => pace.mayDeliver(index, webhook(`https://host.example/${index}`)))).toBe(60);
  expect(await pace.mayDeliver(1, webhook("https://other.example/"))).toBe(true);
});

test("a host that many users share gets more (spec/notifications 3.5)", async () => {
  const pace = openPace();
  expect(await countAllowed((index) => pace.mayDeliver(index, discord(index)))).toBe(1_200);
});

test("Telegram gets one message a second for a chat, and 30 for all", async () => {
  const pace = openPace();
  const telegram = (chat: number): ChannelConfig => ({ kind: "telegram", chat: String(chat) });
  expect(await Promise.all([1, 2].map((user) => pace.mayDeliver(user, telegram(1))))).toEqual([true, false]);
  const others = await Promise.all(
    Array.from({ length: 40 }, (_, index) => pace.mayDeliver(index, telegram(index + 2))),
  );
  expect(others.filter((allowed) => allowed)).toHaveLength(29);
});

test.each<[string, (index: number) => [userId: number, config: ChannelConfig], number]>([
  ["a user", (index) => [1, webhook(`https://host${index}.example/`)], 20],
  ["a target", (index) => [index, discord(1)], 10],
  ["a host", (index) => [index, webhook(`https://host.example/${index}`)], 30],
  ["an address", (index) => [index, { kind: "mail", address: index % 2 ? "Ann@example.com" : "ann@example.com" }], 5],
])("codes and tests are limited for %s (spec/notifications 3.5)", async (_, next, expected) => {
  const pace = openPace();
  expect(await countAllowed((index) => isAccepted(pace.countRequest(...next(index))))).toBe(expected);
});
