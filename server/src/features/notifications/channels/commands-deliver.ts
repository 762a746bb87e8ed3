import { hasFailedTooLong } from "contract/notifications/channels/rules.ts";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { queueMail } from "../../../platform/mail/queue.ts";
import { findOwnRecipient } from "./commands-mail.ts";
import { decryptConfig } from "./config.ts";
import type { ChannelDeps } from "./deps.ts";
import type { Outcome, Outgoing } from "./kinds/kind.ts";
import { send } from "./kinds/send.ts";
import type { ChannelMessage } from "./message.ts";
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
