import type { ChannelKind } from "contract/notifications/channels/rules.ts";
import type { PushSubscription } from "contract/notifications/channels/schema.ts";
import { decrypt, encrypt } from "../../../platform/process/encryption.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";

/** Where a channel delivers to, with its secrets. Only stored encrypted, never logged or returned. */
export type ChannelConfig =
  /** `null` = the address of the account. */
  | { kind: "mail"; address: string | null }
  | { kind: "push"; subscription: PushSubscription }
  | { kind: "discord"; url: string }
  /** `server` has no path. */
  | { kind: "ntfy"; server: string; topic: string; token: string | null }
  | { kind: "webhook"; url: string; secret: string };

export type ConfigOf<Kind extends ChannelKind> = Extract<ChannelConfig, { kind: Kind }>;

const keyPurpose = "channels of notifications";
/** Stored for mail to the address of the account, which is no secret of the channel. */
export const accountAddress = "";

export function encryptConfig(secretKey: SecretKey, config: ChannelConfig): string {
  return encrypt(secretKey.derive(keyPurpose), JSON.stringify(config));
}

/** `null` when it was encrypted with another secret key. */
export function decryptConfig(secretKey: SecretKey, encrypted: string): ChannelConfig | null {
  if (encrypted === accountAddress) return { kind: "mail", address: null };
  const text = decrypt(secretKey.derive(keyPurpose), encrypted);
  return text === null ? null : JSON.parse(text);
}

/** What identifies a target among those of its kind; it may be a secret. */
export function targetOf(config: ChannelConfig): string {
  switch (config.kind) {
    case "mail":
      return config.address ?? "";
    case "push":
      return config.subscription.endpoint;
    case "ntfy":
      return `${config.server}/${config.topic}`;
    default:
      return config.url;
  }
}

/** The target without the parts that would let anyone send to it; `null` for the account's address. */
export function maskedTarget(config: ChannelConfig): string | null {
  switch (config.kind) {
    case "mail":
      return config.address?.replace(/^(.).*@/su, "$1…@") ?? null;
    case "push":
      return new URL(config.subscription.endpoint).host;
    case "ntfy":
      return `${new URL(config.server).host}/${config.topic.slice(0, 2)}…`;
    default:
      return `${new URL(config.url).host}/…`;
  }
}
