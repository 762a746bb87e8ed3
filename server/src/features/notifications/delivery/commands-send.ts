import type { Db } from "../../../platform/db/connect.ts";
import { and, asc, eq, inArray, sql } from "../../../platform/db/drizzle.ts";
import type { Readers } from "../../users/queries-readers.ts";
import type { Delivery } from "../channels/commands-deliver.ts";
import type { ChannelMessage } from "../channels/kinds/kind.ts";
import { type EventRow, notificationDeliveries, notificationMessages, shownEvents } from "../table.ts";
import type { StopLinks } from "./commands-stop-link.ts";
import { type NoticeMail, toChannelMessage, toNoticeMail } from "./present-message.ts";

export interface SendOptions {
  db: Db;
  /** The site's address. */
  publicUrl: string;
  readers: Readers;
  links: StopLinks;
  /** Delivers to a channel other than mail. */
  deliver(channelId: number, message: ChannelMessage): Promise<Delivery>;
  /**
   * Queues a mail with the transaction; `false` = the channel has no address. `write` receives the channel's own
   * address, `null` = it is that of the account.
   */
  queueMail(tx: Db, channelId: number, write: (ownAddress: string | null) => NoticeMail): Promise<boolean>;
  /** Mails of single price alerts to one account on one day; read on every run, because the setting can change. */
  maxAlertMails(): number;
  now?: () => Date;
  /** How long a process may take for a message before another one may claim it. */
  leaseMs?: number;
}

/** Messages that one process delivers concurrently. */
const maxConcurrent = 8;
const secondMs = 1_000;
const defaultLeaseMs = 120 * secondMs;
const maxPauseMs = 900 * secondMs;
/** Channels that have failed for so long are disabled by then. */
const maxAgeMs = 8 * 24 * 3_600 * secondMs;

interface Claimed {
  id: string;
  channelId: number;
  userId: number;
  isMail: boolean;
  isAlertMail: boolean;
  attempts: number;
  createdAt: string;
}

/**
 * Delivers all messages that are due, several concurrently (spec/notifications 4); an error of one does not affect the
 * others. A message belongs to the process that claimed it until its lease ends: after a crash it is retried under the
 * same id.
 */
export async function sendMessages(options: SendOptions): Promise<void> {
  const failures: unknown[] = [];
  const worker = async () => {
    for (let claimed = await claim(options); claimed; claimed = await claim(options)) {
      const own = claimed;
      await sendOne(options, own)
        .then((outcome) => finish(options, own, outcome))
        .catch((error) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, worker));
  if (failures.length > 0) throw failures[0];
}

async function claim({ db, now = () => new Date(), leaseMs = defaultLeaseMs }: SendOptions): Promise<Claimed | null> {
  const time = now();
  const { rows } = await db.execute<Claimed & Record<string, unknown>>(sql`
    with next as materialized (
      select id from notification_messages
      where state = 'waiting' and next_at <= ${time}
      order by next_at limit 1
      for update skip locked
    )
    update notification_messages message
    set attempts = attempts + 1, next_at = ${new Date(time.getTime() + leaseMs)}
    from next, channels
    where message.id = next.id and channels.id = channel_id
    returning message.id, channel_id as "channelId", user_id as "userId", kind = 'mail' as "isMail",
      is_alert_mail as "isAlertMail", attempts,
      to_json(message.created_at) #>> '{}' as "createdAt"
  `);
  return rows[0] ?? null;
}

type Outcome = Delivery | "finished";

async function sendOne(options: SendOptions, claimed: Claimed): Promise<Outcome> {
  if (claimed.isMail) return sendMail(options, claimed);
  const { db, readers, publicUrl, deliver } = options;
  const events = await listEventsOf(db, claimed.id);
  if (events.length === 0) return "gone";
  const facts = { id: claimed.id, events, at: new Date(claimed.createdAt) };
  return deliver(claimed.channelId, toChannelMessage(facts, await readers.ofAccount(db, claimed.userId), publicUrl));
}

/** Queues a mail and finishes its message in one transaction, so that it is sent exactly once. */
async function sendMail({ db, readers, links, queueMail, now = () => new Date() }: SendOptions, claimed: Claimed) {
  return db.transaction(async (tx): Promise<Outcome> => {
    const waits = and(eq(notificationMessages.id, claimed.id), eq(notificationMessages.state, "waiting"));
    const [message] = await tx.select().from(notificationMessages).where(waits).for("update");
    if (!message) return "finished";
    const events = await listEventsOf(tx, claimed.id);
    const reader = await readers.ofAccount(tx, claimed.userId);
    const isQueued =
      events.length > 0 &&
      (await queueMail(tx, claimed.channelId, (ownAddress) =>
        toNoticeMail(events, { ...claimed, ownAddress, reader, links }),
      ));
    const state = isQueued ? "delivered" : "dropped";
    await tx.update(notificationMessages).set({ state, finishedAt: now() }).where(waits);
    return "finished";
  });
}

async function finish({ db, now = () => new Date() }: SendOptions, claimed: Claimed, outcome: Outcome): Promise<void> {
  if (outcome === "finished") return;
  const time = now();
  const isTooOld = time.getTime() - Date.parse(claimed.createdAt) > maxAgeMs;
  const retryAfterMs = typeof outcome === "object" ? outcome.retryAfterMs : 0;
  const isOver = outcome === "delivered" || outcome === "gone" || isTooOld;
  const growingMs = Math.min(15 * secondMs * 2 ** Math.min(claimed.attempts - 1, 10), maxPauseMs);
  const pauseMs = Math.max(growingMs, retryAfterMs);
  await db
    .update(notificationMessages)
    .set(
      isOver
        ? { state: outcome === "delivered" ? "delivered" : "dropped", finishedAt: time }
        : { nextAt: new Date(time.getTime() + pauseMs) },
    )
    .where(and(eq(notificationMessages.id, claimed.id), eq(notificationMessages.state, "waiting")));
}

/** The events of a message, the oldest first, without those of games that were hidden meanwhile. */
function listEventsOf(db: Db, messageId: string): Promise<EventRow[]> {
  const own = db
    .select({ id: notificationDeliveries.eventId })
    .from(notificationDeliveries)
    .where(eq(notificationDeliveries.messageId, messageId));
  return db.select().from(shownEvents).where(inArray(shownEvents.id, own)).orderBy(asc(shownEvents.id));
}
