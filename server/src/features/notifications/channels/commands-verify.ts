import { createHmac, randomInt, randomUUID } from "node:crypto";
import type { messageTexts } from "contract/content-strings/defaults/mail.ts";
import { readText, type TextKey, type TextValues } from "contract/content-strings/variables.ts";
import { AppError, invalid } from "contract/core/errors.ts";
import type { DeliveryFailure } from "contract/notifications/channels/schema.ts";
import { eq } from "../../../platform/db/drizzle.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { isSameSecret } from "../../../platform/process/token.ts";
import { sendAndRecord } from "./commands-deliver.ts";
import { queueChannelMail } from "./commands-mail.ts";
import { decryptConfig, kinds } from "./config.ts";
import type { ChannelDeps } from "./deps.ts";
import { type Kind, type Outgoing, channelsPath as page } from "./kinds/kind.ts";
import { type ChannelRow, findChannel, lockChannel } from "./queries-channels.ts";
import { channels } from "./table.ts";

const keyPurpose = "codes of channels";

const codeLifetimeMs = 3_600_000;
const maxCodeAttempts = 5;

/** Sends a new code to a channel, which invalidates earlier ones. */
export async function sendCode(deps: ChannelDeps, channel: ChannelRow) {
  const code = createCode();
  const [prepared] = await deps.db
    .update(channels)
    .set({
      codeHash: hashCode(deps.secretKey, channel.id, code),
      codeExpiresAt: new Date(deps.now().getTime() + codeLifetimeMs),
      codeAttempts: 0,
    })
    .where(eq(channels.id, channel.id))
    .returning();
  if (!prepared) throw new AppError("not_found", "Channel not found");
  if (channel.kind === "mail") return sendMail(deps, prepared, { template: "channel_code", values: { code } });
  const kind: Kind<never> = kinds[channel.kind];
  const text = await textOf(deps, channel.userId);
  return sendNow(deps, prepared, {
    type: "verification",
    code,
    title: text("message.code_title"),
    text: text("message.code_text", { code }),
    url: kind.codePath?.(channel.id, code) ?? page,
  });
}

/**
 * Sends a test message, or another code while the channel is not verified. Throws `rate_limited`, and `conflict` for a
 * disabled channel or when the account's own address is no longer verified.
 */
export async function sendTest(deps: ChannelDeps, channel: ChannelRow) {
  if (channel.disabledAt) throw new AppError("conflict", "Enable the channel first.");
  await countRequest(deps, channel);
  if (!channel.verifiedAt) return sendCode(deps, channel);
  if (channel.kind === "mail") return sendMail(deps, channel, { template: "channel_test", values: {} });
  const text = await textOf(deps, channel.userId);
  return sendNow(deps, channel, {
    type: "test",
    code: null,
    title: text("message.test_title"),
    text: text("message.test_text"),
    url: page,
  });
}

/**
 * Verifies a channel with its code. Throws `invalid` for a wrong or expired one, and `not_found`. Verifying it again
 * changes nothing.
 */
export async function verifyChannel(deps: ChannelDeps, userId: number, id: number, code: string): Promise<ChannelRow> {
  const { db, secretKey, now } = deps;
  const result = await db.transaction(async (tx): Promise<ChannelRow | "wrong" | "expired"> => {
    const row = await lockChannel(tx, userId, id);
    if (row.verifiedAt) return row;
    const isOpen = row.codeHash && row.codeExpiresAt && row.codeExpiresAt > now() && row.codeAttempts < maxCodeAttempts;
    if (!isOpen) return "expired";
    const isRight = isSameSecret(hashCode(secretKey, id, code), row.codeHash!);
    const [after] = await tx
      .update(channels)
      .set(
        isRight
          ? { verifiedAt: now(), codeHash: null, codeExpiresAt: null, codeAttempts: 0 }
          : { codeAttempts: row.codeAttempts + 1 },
      )
      .where(eq(channels.id, id))
      .returning();
    return isRight ? after! : "wrong";
  });
  if (result === "wrong") throw invalid([{ path: "code", msg: "This is not the code" }]);
  if (result === "expired") throw invalid([{ path: "code", msg: "This code is no longer good. Send another one." }]);
  return result;
}

/** Counts a message that a user requests against the limits. Throws `rate_limited`. */
export async function countRequest({ pace, secretKey }: ChannelDeps, { userId, config }: ChannelRow): Promise<void> {
  const target = decryptConfig(secretKey, config);
  if (target) await pace.countRequest(userId, target);
}

/** Reads texts of messages for a user. */
async function textOf({ db, readers, siteName }: ChannelDeps, userId: number) {
  const { find, language } = await readers.ofAccount(db, userId);
  return (key: TextKey<typeof messageTexts>, values: TextValues = {}) =>
    readText(find, key, { brand: siteName(), ...values }, language) ?? "";
}

type Content = Pick<Outgoing, "type" | "code" | "title" | "text" | "url">;

async function sendNow(deps: ChannelDeps, channel: ChannelRow, content: Content) {
  const { failure } = await sendAndRecord(deps, channel, {
    id: randomUUID(),
    at: deps.now(),
    items: [],
    moreText: () => "",
    ...content,
  });
  return { channel: (await findChannel(deps.db, channel.id)) ?? channel, failure };
}

async function sendMail(
  { db, secretKey }: ChannelDeps,
  channel: ChannelRow,
  mail: { template: "channel_code" | "channel_test"; values: Record<string, string> },
): Promise<{ channel: ChannelRow; failure: DeliveryFailure | null }> {
  const isQueued = await queueChannelMail(db, channel, () => ({ ...mail, actionPath: page }), secretKey);
  if (!isQueued) throw new AppError("conflict", "Confirm the email address of your account first.");
  return { channel, failure: null };
}

/** Six digits. */
function createCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

/** Keyed, since so few codes could all be tried. */
function hashCode(secretKey: SecretKey, channelId: number, code: string): string {
  return createHmac("sha256", secretKey.derive(keyPurpose)).update(`${channelId} ${code}`).digest("base64url");
}
