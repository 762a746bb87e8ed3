import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { decrypt, encrypt } from "./encryption.ts";

const key = randomBytes(32);

test.each(["", "a", "Pokémon fell to 5 €", "x".repeat(100_000)])("decrypts what it encrypted", (text) => {
  expect(decrypt(key, encrypt(key, text))).toBe(text);
});

test("encrypts the same text differently each time, without plain text in it", () => {
  const text = "/reset-password?token=secret";
  const [one, other] = [encrypt(key, text), encrypt(key, text)];
  expect(one).not.toBe(other);
  expect(Buffer.from(one, "base64url").includes("secret")).toBe(false);
});

test("rejects another key, a modified text and garbage", () => {
  const bytes = Buffer.from(encrypt(key, "hello"), "base64url");
  const changed = Array.from(bytes, (byte, index) => {
    const copy = Buffer.from(bytes);
    copy[index] = byte ^ 1;
    return copy.toString("base64url");
  });
  const shortened = bytes.subarray(0, -1).toString("base64url");
  for (const wrong of [...changed, shortened, "", "AAAA"]) expect(decrypt(key, wrong)).toBeNull();
  expect(decrypt(randomBytes(32), bytes.toString("base64url"))).toBeNull();
});
