import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { openSecretKey } from "../../../platform/process/secret-key.ts";
import { secretKey } from "../../../test/secret-key.ts";
import { type ChannelConfig, decryptConfig, encryptConfig, kindOf } from "./config.ts";
import { vapidKeys } from "./kinds/push.ts";

const subscription = { endpoint: "https://fcm.googleapis.com/fcm/send/secret-part", keys: { p256dh: "", auth: "" } };

test.each<[ChannelConfig, string | null]>([
  [{ kind: "mail", address: null }, null],
  [{ kind: "mail", address: "secret-part@example.com" }, "s…@example.com"],
  [{ kind: "push", subscription }, "fcm.googleapis.com"],
  [{ kind: "discord", url: "https://discord.com/api/webhooks/1/secret-part" }, "discord.com/…"],
  [{ kind: "telegram", chat: "-100secret-part42" }, "Telegram, …42"],
  [{ kind: "ntfy", server: "https://ntfy.sh", topic: "secret-part", token: "secret-part" }, "ntfy.sh/se…"],
  [{ kind: "webhook", url: "https://example.com:8443/secret-part", secret: "secret-part" }, "example.com:8443/…"],
])("%j is shown as %s, and stored encrypted", (config, expected) => {
  expect(kindOf(config).mask(config)).toBe(expected);
  const encrypted = encryptConfig(secretKey, config);
  expect(Buffer.from(encrypted, "base64url").includes("secret-part")).toBe(false);
  expect(decryptConfig(secretKey, encrypted)).toEqual(config);
});

test("with another secret key configs can't be decrypted and the push keys differ", async () => {
  const other = await openSecretKey({ secretKey: "another secret, another secret, another", dataDir: "" });
  expect(decryptConfig(other, encryptConfig(secretKey, { kind: "mail", address: null }))).toBeNull();
  expect(vapidKeys(other).publicKey).not.toBe(vapidKeys(secretKey).publicKey);
});

test("the push keys are a valid pair and deterministic", () => {
  const { publicKey, privateKey } = vapidKeys(secretKey);
  expect(vapidKeys(secretKey)).toEqual({ publicKey, privateKey });
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(privateKey, "base64url");
  expect(ecdh.getPublicKey("base64url")).toBe(publicKey);
});
