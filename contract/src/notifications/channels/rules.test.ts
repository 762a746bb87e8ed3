import { expect, test } from "vitest";
import { hasFailedTooLong, isDiscordWebhook, stateOf, topicPattern } from "./rules.ts";

const token = "a".repeat(68);

test.each([
  [`https://discord.com/api/webhooks/123456789012345678/${token}`, true],
  [`http://discord.com/api/webhooks/123456789012345678/${token}`, false],
  [`https://discord.com:8443/api/webhooks/123456789012345678/${token}`, false],
  [`https://discord.com.evil.example/api/webhooks/123456789012345678/${token}`, false],
  [`https://user@discord.com/api/webhooks/123456789012345678/${token}`, false],
  [`https://discord.com/api/webhooks/123456789012345678/${token}/slack`, false],
  [`https://discord.com/api/webhooks/123456789012345678/${token}?thread_id=1`, false],
  [`https://discord.com/api/webhooks/../../login/${token}`, false],
  ["https://discord.com/", false],
  ["discord", false],
])("%s is a Discord webhook: %s (spec/notifications 3.2)", (address, expected) => {
  expect(isDiscordWebhook(address)).toBe(expected);
});

const now = new Date("2030-01-08T12:00:00Z");

test.each([
  ["2030-01-01T12:00:00Z", true],
  ["2030-01-01T12:00:01Z", false],
])("a channel that has failed since %s is disabled: %s (spec/notifications 3.4)", (since, expected) => {
  expect(hasFailedTooLong(new Date(since), now)).toBe(expected);
});

test.each([
  [{ verifiedAt: null, failingSince: null, disabledAt: null }, "unverified"],
  [{ verifiedAt: null, failingSince: now, disabledAt: null }, "unverified"],
  [{ verifiedAt: now, failingSince: null, disabledAt: null }, "active"],
  [{ verifiedAt: now, failingSince: now, disabledAt: null }, "failing"],
  [{ verifiedAt: now, failingSince: now, disabledAt: now }, "disabled"],
])("the state of %j is %s (spec/notifications 3.1)", (channel, expected) => {
  expect(stateOf(channel)).toBe(expected);
});

test.each([
  ["my-deals_1", true],
  ["", false],
  ["a/b", false],
  ["x".repeat(65), false],
])("ntfy accepts the topic %j: %s", (topic, expected) => expect(topicPattern.test(topic)).toBe(expected));
