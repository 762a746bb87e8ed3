import type { ChannelKind } from "contract/notifications/channels/schema.ts";
import { decrypt, encrypt } from "../../../platform/process/encryption.ts";
import type { Env } from "../../../platform/process/env.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { discord } from "./kinds/discord.ts";
import type { Kind } from "./kinds/kind.ts";
import { mail } from "./kinds/mail.ts";
import { ntfy } from "./kinds/ntfy.ts";
import { push } from "./kinds/push.ts";
import { telegram } from "./kinds/telegram.ts";
import { webhook } from "./kinds/webhook.ts";

export const kinds = { mail, push, discord, telegram, ntfy, webhook } satisfies Record<ChannelKind, Kind<never>>;

export type ConfigOf<Name extends ChannelKind> = { kind: Name } & ((typeof kinds)[Name] extends Kind<infer Config>
  ? Config
  : never);

/** Where a channel delivers to, with its secrets. Only stored encrypted, never logged or returned. */
export type ChannelConfig = { [Name in ChannelKind]: ConfigOf<Name> }[ChannelKind];

export function offeredKinds(env: Env): ChannelKind[] {
  const isOffered = ({ isOffered }: Kind<never>) => isOffered?.(env) ?? true;
  return (Object.keys(kinds) as ChannelKind[]).filter((kind) => isOffered(kinds[kind]));
}

/** The kind that a config belongs to, whose functions take it. */
export function kindOf(config: ChannelConfig): Kind<ChannelConfig> {
  const kind: Kind<never> = kinds[config.kind];
  return kind;
}

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
  return kindOf(config).targetOf(config);
}
