import { hasFailedTooLong } from "contract/notifications/channels/rules.ts";
import type { DeliveryFailure } from "contract/notifications/channels/schema.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq } from "../../../platform/db/drizzle.ts";
import { queueMail } from "../../../platform/mail/queue.ts";
import { fetchGuarded, type GuardedResponse } from "../../../platform/outgoing/fetch-guarded.ts";
import { findOwnRecipient } from "./commands-mail.ts";
import { type ChannelConfig, decryptConfig, kindOf } from "./config.ts";
import type { ChannelDeps } from "./deps.ts";
import type { ChannelMessage, Kind, Outcome, Outgoing, Request, SendingSite } from "./kinds/kind.ts";
import { type ChannelRow, findChannel } from "./queries-channels.ts";
import { channels } from "./table.ts";

/**
 * `retry`: later, with a growing pause, or after the time that its target asks for. `gone`: never, because the channel
 * no longer delivers anything.
 */
export type Delivery = "delivered" | "retry" | "gone" | { retryAfterMs: number };

/**
 * Sends one message to a channel other than mail, which `queueChannelMail` queues, and records the outcome.
 */
export async function deliver(
  deps: ChannelDeps,
  { id }: Pick<ChannelRow, "id">,
  message: ChannelMessage,
): Promise<Delivery> {
  const channel = await findChannel(deps.db, id);
  if (!channel?.verifiedAt || channel.disabledAt) return "gone";
  const config = decryptConfig(deps.secretKey, channel.config);
  if (config?.kind === "mail") throw new Error("Mail is queued, not delivered");
  if (config && !(await deps.pace.mayDeliver(channel.userId, config))) return "retry";
  const outcome = await sendAndRecord(deps, channel, { ...message, type: "notification", code: null });
  if (!outcome.failure) return "delivered";
  const after = await findChannel(deps.db, id);
  if (!after || after.disabledAt) return "gone";
  return outcome.retryAfterMs ? { retryAfterMs: outcome.retryAfterMs } : "retry";
}

/** Sends to a channel other than mail, verified or not. */
export async function sendAndRecord(deps: ChannelDeps, channel: ChannelRow, message: Outgoing): Promise<Outcome> {
  const config = decryptConfig(deps.secretKey, channel.config);
  const outcome: Outcome = config
    ? await send(deps, config, message)
    : { failure: { reason: "unreadable", status: null }, gone: false };
  await record(deps, channel, outcome);
  return outcome;
}

async function record(deps: ChannelDeps, { id, config }: ChannelRow, outcome: Outcome): Promise<void> {
  const now = deps.now();
  // the outcome does not concern a target that was set meanwhile
  const isSame = and(eq(channels.id, id), eq(channels.config, config));
  if (!outcome.failure) {
    const delivered = { lastDeliveredAt: now, failingSince: null, lastFailure: null, lastFailedAt: null };
    await deps.db.update(channels).set(delivered).where(isSame);
    return;
  }
  const { failure, gone } = outcome;
  await deps.db.transaction(async (tx) => {
    const [channel] = await tx.select().from(channels).where(isSame).for("update");
    if (!channel) return;
    const failingSince = channel.failingSince ?? now;
    const isOver = channel.verifiedAt && !channel.disabledAt && (gone || hasFailedTooLong(failingSince, now));
    await tx
      .update(channels)
      .set({
        failingSince,
        lastFailedAt: now,
        lastFailure: failure,
        ...(isOver && { disabledAt: now, disabledReason: gone ? "gone" : "failing" }),
      })
      .where(eq(channels.id, id));
    if (isOver) await queueDisabledNotice(tx, channel, deps);
  });
}

async function queueDisabledNotice(tx: Db, { userId, name }: ChannelRow, { secretKey }: ChannelDeps): Promise<void> {
  const recipient = await findOwnRecipient(tx, userId);
  if (!recipient) return;
  const mail = { template: "channel_disabled", values: { channel: name }, actionPath: "/notifications" } as const;
  await queueMail(tx, { ...recipient, ...mail }, secretKey);
}

const timeoutMs = 10_000;
const idleMs = 8_000;
const maxResponseBytes = 4_096;
const maxRetryAfterMs = 3_600_000;

/** Sends one message, once. Mail is queued instead. */
export async function send(site: SendingSite, config: ChannelConfig, message: Outgoing): Promise<Outcome> {
  const kind = kindOf(config);
  if (!kind.toRequest) throw new Error("Mail is queued, not sent");
  const { publicUrl, webhookAllowPrivate: allowPrivate } = site.env;
  const request = await kind.toRequest(config, withAbsoluteUrls(message, publicUrl), site);
  return post(request, { allowPrivate, goneStatuses: kind.goneStatuses, readFailure: kind.readFailure });
}

/** Resolves the site's paths to absolute URLs. */
function withAbsoluteUrls<Message extends ChannelMessage>(message: Message, publicUrl: string): Message {
  const absolute = (url: string) => new URL(url.startsWith("/") ? publicUrl + url : url).href;
  return {
    ...message,
    url: absolute(message.url),
    items: message.items.map((item) => ({ ...item, url: absolute(item.url) })),
  };
}

interface PostOptions extends Pick<Kind<never>, "goneStatuses" | "readFailure"> {
  allowPrivate: boolean;
}

/** Sends a request. Redirects are not followed, and the body of a response is not read without `readFailure`. */
export async function post(
  { url, headers, body }: Request,
  { allowPrivate, goneStatuses, readFailure }: PostOptions,
): Promise<Outcome> {
  try {
    const response = await fetchGuarded(url, {
      post: body,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      idleMs,
      maxBytes: readFailure ? maxResponseBytes : 0,
      trusted: allowPrivate ? "address" : undefined,
    });
    const { status, cancel } = response;
    if (status >= 200 && status < 300) {
      cancel();
      return { failure: null };
    }
    const { gone, retryAfterMs } = readFailure?.(status, await readText(response)) ?? {};
    cancel();
    return {
      failure: { reason: "status", status },
      gone: gone ?? goneStatuses.includes(status),
      ...(retryAfterMs && { retryAfterMs: Math.min(retryAfterMs, maxRetryAfterMs) }),
    };
  } catch (error) {
    return { failure: { reason: reasonOf(error), status: null }, gone: false };
  }
}

/** The body, or nothing when it is too large or ends early. */
async function readText({ body }: GuardedResponse): Promise<string> {
  try {
    return Buffer.concat(await Array.fromAsync(body)).toString("utf8");
  } catch {
    return "";
  }
}

/** Refused and unreachable addresses are the same: the difference would tell what a name means in the site's network. */
function reasonOf(error: unknown): DeliveryFailure["reason"] {
  const { name, code } = error as { name?: string; code?: string };
  return name === "TimeoutError" || code?.endsWith("_TIMEOUT") ? "timeout" : "unreachable";
}
