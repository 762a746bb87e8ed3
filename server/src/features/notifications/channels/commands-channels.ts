import { errorText } from "contract/content-strings/defaults/personal/error.ts";
import { AppError, invalid } from "contract/core/errors.ts";
import { maxChannels } from "contract/notifications/channels/rules.ts";
import {
  type ChannelChange,
  type ChannelKind,
  type DeliveryFailure,
  type NewChannel,
  targetSchema,
} from "contract/notifications/channels/schema.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, inArray } from "../../../platform/db/drizzle.ts";
import { largestInteger } from "../../../platform/files/row-values.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { users } from "../../users/table.ts";
import { notificationDeliveries, notificationMessages } from "../table.ts";
import { findOwnRecipient } from "./commands-mail.ts";
import { countRequest, sendCode } from "./commands-verify.ts";
import { type ChannelConfig, type ConfigOf, decryptConfig, encryptConfig, kindOf, kinds, targetOf } from "./config.ts";
import type { ChannelDeps } from "./deps.ts";
import type { Kind } from "./kinds/kind.ts";
import { type ChannelRow, listChannels, lockChannel } from "./queries-channels.ts";
import { channels } from "./table.ts";

/** A channel, and why the code or test sent to it failed; `null` = it arrived, or none was sent. */
export interface Sent {
  channel: ChannelRow;
  failure: DeliveryFailure | null;
}

/**
 * Adds a channel and sends its code. Throws `conflict` when the user has too many channels or this target already,
 * `invalid` for a target that the site may not reach, and `rate_limited`. Returns the secret of a webhook, which is
 * not shown again.
 */
export async function addChannel(
  deps: ChannelDeps,
  userId: number,
  input: NewChannel,
): Promise<Sent & { secret: string | null }> {
  const given = toConfig(input.kind, input.target);
  const config = await prepareTarget(deps.db, deps, userId, given);
  const channel = await deps.db.transaction(async (tx) => {
    await requireRoom(tx, deps, userId, config);
    const [added] = await tx
      .insert(channels)
      .values({
        userId,
        kind: input.kind,
        name: input.name,
        config: encryptConfig(deps.secretKey, config),
        schedule: input.kind === "mail" ? input.schedule : null,
        verifiedAt: isOwnAddress(config) ? deps.now() : null,
      })
      .returning();
    return added!;
  });
  return { ...(await sendCodeIfNeeded(deps, channel)), secret: secretOf(config) };
}

/**
 * Changes a channel. Another target has to be verified again, and so has one whose recipient stopped it; enabling a
 * channel gives it another week of failures.
 * Throws `not_found`, and what `addChannel` throws.
 */
export async function changeChannel(
  deps: ChannelDeps,
  userId: number,
  id: number,
  { name, enabled, schedule, target }: ChannelChange,
): Promise<Sent> {
  const { channel, needsCode } = await deps.db.transaction(async (tx) => {
    const row = await lockChannel(tx, userId, id);
    const isRestarted = enabled === true && row.disabledReason === "recipient";
    if (isRestarted && !target) await countRequest(deps, row);
    const [changed] = await tx
      .update(channels)
      .set({
        name: name ?? row.name,
        schedule: row.kind === "mail" ? (schedule ?? row.schedule) : null,
        ...(target && (await retarget(tx, deps, row, target))),
        ...(enabled === true && { disabledAt: null, disabledReason: null, failingSince: null }),
        ...(enabled === false && !row.disabledAt && { disabledAt: deps.now(), disabledReason: "owner" as const }),
      })
      .where(eq(channels.id, id))
      .returning();
    return { channel: changed!, needsCode: isRestarted || target !== undefined };
  });
  return needsCode ? sendCodeIfNeeded(deps, channel) : { channel, failure: null };
}

/**
 * Disables a mail channel at the request of whoever receives its mail; the owner needs a new code from there to enable
 * it. Returns whether the channel exists and delivers to its own address, which `isRecipient` approves.
 */
export async function stopChannel(
  db: Db,
  secretKey: SecretKey,
  { id, isRecipient, now }: { id: number; isRecipient: (address: string) => boolean; now: Date },
): Promise<boolean> {
  if (id > largestInteger) return false;
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(channels).where(eq(channels.id, id)).for("update");
    const config = row && decryptConfig(secretKey, row.config);
    if (config?.kind !== "mail" || config.address === null || !isRecipient(config.address)) return false;
    const stopped = { disabledAt: now, disabledReason: "recipient", verifiedAt: null, codeHash: null } as const;
    await tx.update(channels).set(stopped).where(eq(channels.id, id));
    return true;
  });
}

export async function removeChannel(db: Db, userId: number, id: number): Promise<void> {
  await db.delete(channels).where(and(eq(channels.userId, userId), eq(channels.id, id)));
}

async function sendCodeIfNeeded(deps: ChannelDeps, channel: ChannelRow): Promise<Sent> {
  return channel.verifiedAt ? { channel, failure: null } : sendCode(deps, channel);
}

/** The columns of another target. */
async function retarget(tx: Db, deps: ChannelDeps, row: ChannelRow, target: NonNullable<ChannelChange["target"]>) {
  const current = decryptConfig(deps.secretKey, row.config);
  const config = await prepareTarget(tx, deps, row.userId, toConfig(row.kind, target, current));
  return {
    config: encryptConfig(deps.secretKey, config),
    isAlertMail: row.isAlertMail && isOwnAddress(config),
    verifiedAt: isOwnAddress(config) ? deps.now() : null,
    codeHash: null,
    lastDeliveredAt: null,
    failingSince: null,
    lastFailedAt: null,
    lastFailure: null,
    disabledAt: null,
    disabledReason: null,
  };
}

/** Checks a new target, and counts the verification message against the limits. */
async function prepareTarget(db: Db, deps: ChannelDeps, userId: number, given: ChannelConfig): Promise<ChannelConfig> {
  const problem = kindOf(given).checkTarget?.(given, deps.env);
  if (problem) throw invalid([problem]);
  const config = given.kind === "mail" ? await withOwnAddress(db, userId, given) : given;
  if (!isOwnAddress(config)) await deps.pace.countRequest(userId, config);
  return config;
}

/** The account's address as `null`. Throws `conflict` when it is to be used but not verified. */
async function withOwnAddress(db: Db, userId: number, config: ConfigOf<"mail">): Promise<ChannelConfig> {
  const own = await findOwnRecipient(db, userId);
  if (config.address === null) {
    if (!own) throw new AppError("conflict", "Confirm the email address of your account first.");
    return config;
  }
  return config.address.toLowerCase() === own?.to.toLowerCase() ? { ...config, address: null } : config;
}

/** The account's own verified address needs no code. */
function isOwnAddress(config: ChannelConfig): boolean {
  return config.kind === "mail" && config.address === null;
}

/** Keeps the secret of the `current` config, which its receiver has. Throws `invalid` for the target of another kind. */
function toConfig(kind: ChannelKind, target: unknown, current: ChannelConfig | null = null): ChannelConfig {
  const { data, error } = targetSchema(kind).safeParse(target);
  if (error) {
    throw invalid(error.issues.map(({ path, message }) => ({ path: ["target", ...path].join("."), msg: message })));
  }
  const { createSecret }: Kind<never> = kinds[kind];
  const secret = createSecret && ((current && secretOf(current)) ?? createSecret());
  return { kind, ...data, ...(secret && { secret }) } as ChannelConfig;
}

/** What its owner sees once, or `null`. */
function secretOf(config: ChannelConfig): string | null {
  return "secret" in config ? config.secret : null;
}

async function requireRoom(tx: Db, deps: ChannelDeps, userId: number, config: ChannelConfig): Promise<void> {
  // serializes concurrent calls, so that the count is right
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  if (!user) throw new AppError("unauthenticated", "Authentication required");
  const rows = await listChannels(tx, userId);
  if (rows.length >= maxChannels) {
    throw new AppError("conflict", errorText("error.channels_full", { count: maxChannels }));
  }
  if (config.kind === "mail") return;
  const isTarget = (other: ChannelConfig | null) => other?.kind === config.kind && targetOf(other) === targetOf(config);
  const same = rows.find((row) => isTarget(decryptConfig(deps.secretKey, row.config)));
  if (same) throw new AppError("conflict", errorText("error.channel_same", { name: same.name }));
}

/**
 * Disables all channels of an account whose earlier holder may have been someone else, and drops what waits for them.
 * The account's owner can look at each one and enable it again. Rules stay, and reach the inbox and the account's
 * verified address only.
 */
export async function disableAllChannels(tx: Db, userId: number, now: Date): Promise<void> {
  // also those that were disabled already: their owner has to look at all of them
  const disabled = await tx
    .update(channels)
    .set({ disabledAt: now, disabledReason: "ownership_changed", codeHash: null, codeExpiresAt: null })
    .where(and(eq(channels.userId, userId), eq(channels.isAlertMail, false)))
    .returning({ id: channels.id });
  if (disabled.length === 0) return;
  const ids = disabled.map(({ id }) => id);
  await tx
    .update(notificationDeliveries)
    .set({ state: "dropped" })
    .where(and(inArray(notificationDeliveries.channelId, ids), eq(notificationDeliveries.state, "waiting")));
  await tx
    .update(notificationMessages)
    .set({ state: "dropped", finishedAt: now })
    .where(and(inArray(notificationMessages.channelId, ids), eq(notificationMessages.state, "waiting")));
}
