import { errorText } from "contract/content-strings/defaults/personal/error.ts";
import type { DeliveryFailure } from "contract/notifications/channels/schema.ts";
import { checkPublicUrl } from "../../../../platform/outgoing/addresses.ts";
import type { Env } from "../../../../platform/process/env.ts";
import type { SecretKey } from "../../../../platform/process/secret-key.ts";

/** A kind of channel, as the server knows it. `Config` is the target, with its secrets. */
export interface Kind<Config> {
  /** What identifies a target among those of its kind; it may be a secret. A URL, if messages are POSTed. */
  targetOf(config: Config): string;
  /** The target without the parts that would let anyone send to it; `null` for the account's address. */
  mask(config: Config): string | null;
  /** The problem of a target that could never be delivered to. DNS is checked with each delivery. */
  checkTarget?(config: Config, env: Env): TargetProblem | undefined;
  /** Creates the `secret` of a config, which its owner sees once. It stays when the target changes. */
  createSecret?(): string;
  /** Whether the operator has set it up; by default it needs nothing. */
  isOffered?(env: Env): boolean;
  /** Limits of a service besides those for all kinds: for a target, and for the site as a whole. */
  pace?: Record<"perTarget" | "perSite", { max: number; windowMs: number }>;
  /** Hosts that many users share, each with targets of their own. */
  sharedHosts: readonly string[];
  /** Not for mail, which is queued (commands-mail.ts). */
  toRequest?(config: Config, message: Outgoing, site: SendingSite): Request | Promise<Request>;
  /** Statuses that report a target as gone: an expired subscription, a deleted webhook. */
  goneStatuses: readonly number[];
  /** What the response of a service at a fixed address says about a failure; others are not read. */
  readFailure?(status: number, body: string): { gone?: boolean; retryAfterMs?: number | undefined };
  /** Where the message with a code links to; by default to the page that takes it. */
  codePath?(channelId: number, code: string): string;
}

export interface TargetProblem {
  path: string;
  msg: string;
}

export interface SendingSite {
  env: Env;
  secretKey: SecretKey;
  now(): Date;
}

/** A message as it is sent. */
export interface Outgoing extends ChannelMessage {
  type: "notification" | "test" | "verification";
  /** What its owner enters to verify the channel. */
  code: string | null;
}

/** A POST to the target. */
export interface Request {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** `gone`: the target reports that it no longer exists. `retryAfterMs`: it asks to wait for so long. */
export type Outcome = { failure: null } | { failure: DeliveryFailure; gone: boolean; retryAfterMs?: number };

/** The page that takes codes. */
export const channelsPath = "/notifications";

/** The problem of an address that a user gives; `path` is its field. */
export function checkAddress(path: string, address: string, env: Env): TargetProblem | undefined {
  const problem = env.webhookAllowPrivate ? undefined : checkPublicUrl(new URL(address));
  return problem ? { path, msg: errorText("error.channel_address", {}) } : undefined;
}

/** One notification, for any channel. */
export interface ChannelMessage {
  /** Stays the same when the message is sent again, so that receivers can drop duplicates. */
  id: string;
  title: string;
  text: string;
  /** Where it links to; a path is on the site. */
  url: string;
  items: MessageItem[];
  /** That there are this many further games. */
  moreText(count: number): string;
  at: Date;
}

export interface MessageItem {
  gameId: number;
  /** Of the game, or of the bundle. */
  title: string;
  url: string;
  /** The store's name; `null` = about a subscription. */
  store: string | null;
  /** In `currency`; `null` = not sold. */
  price: number | null;
  oldPrice: number | null;
  currency: string;
  /** The name of the subscription plan that the game joined or leaves, and the day on which it leaves. */
  plan?: string;
  leavesOn?: string | null;
  /** The bundle that the price is for; `null` = it was deleted. */
  bundleId?: number | null;
  /** Why the game is included, in a few words. */
  reason: string;
  /** What follows the title: `$9.99 at Steam, before $24.99. Lowest price ever`. */
  text: string;
}
