import { accountTexts } from "contract/content-strings/defaults/personal/account.ts";
import { expect, test } from "vitest";
import { textReaderOf } from "../../../api/texts.ts";
import { callbackFailure } from "./callback-page.tsx";

const nothing = { token: null, challenge: null, error: null, provider: null };
const noToken = "No authentication token received.";
const steam = "Steam authentication failed. Please try again.";

test.each([
  ["a token alone", { ...nothing, token: "abc" }, null],
  ["neither token nor error", nothing, noToken],
  ["an empty token", { ...nothing, token: "" }, noToken],
  ["an error without a provider", { ...nothing, error: "failed" }, steam],
  ["an error of Steam", { ...nothing, error: "failed", provider: "steam" }, steam],
  ["an error beside a token", { ...nothing, token: "abc", error: "failed" }, steam],
  [
    "Google not set up",
    { ...nothing, error: "not_configured", provider: "google" },
    "Signing in with Google is not set up on this site.",
  ],
])("%s: %s (spec/accounts 7.2)", (_, result, expected) => {
  expect(callbackFailure(result, textReaderOf(undefined, accountTexts))).toBe(expected);
});
