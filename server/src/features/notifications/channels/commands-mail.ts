import type { Db } from "../../../platform/db/connect.ts";
import { eq } from "../../../platform/db/drizzle.ts";
import { type Mail, queueMail } from "../../../platform/mail/queue.ts";
import type { TemplateMail } from "../../../platform/mail/templates.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { users } from "../../users/table.ts";
import { type ConfigOf, decryptConfig } from "./config.ts";
import type { ChannelRow } from "./queries-channels.ts";

type Recipient = Pick<Mail, "to" | "addressee" | "userId">;
type Content = Omit<Mail, keyof Recipient> | Omit<TemplateMail, keyof Recipient>;

/**
 * Queues a mail to a mail channel; `write` receives the channel's own address, `null` = it is that of the account.
 * Returns whether there is an address: that of the account counts only while it is verified.
 */
export async function queueChannelMail(
  tx: Db,
  { userId, config }: Pick<ChannelRow, "userId" | "config">,
  write: (ownAddress: string | null) => Content,
  secretKey: SecretKey,
): Promise<boolean> {
  const channel = decryptConfig(secretKey, config);
  if (channel?.kind !== "mail") return false;
  const recipient = await findRecipient(tx, userId, channel);
  if (recipient) await queueMail(tx, { ...write(channel.address), ...recipient }, secretKey);
  return recipient !== null;
}

/** As `queueChannelMail`, for a notification: only to a channel that is verified and enabled. */
export async function queueNoticeMail(
  tx: Db,
  channel: ChannelRow | null,
  write: (ownAddress: string | null) => Content,
  secretKey: SecretKey,
): Promise<boolean> {
  if (!channel?.verifiedAt || channel.disabledAt) return false;
  return queueChannelMail(tx, channel, write, secretKey);
}

async function findRecipient(tx: Db, userId: number, { address }: ConfigOf<"mail">): Promise<Recipient | null> {
  if (address !== null) return { to: address, addressee: "channel", userId };
  return findOwnRecipient(tx, userId);
}

/** The verified address of an account, or `null`. */
export async function findOwnRecipient(tx: Db, userId: number): Promise<Recipient | null> {
  const [user] = await tx
    .select({ email: users.email, isVerified: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId));
  return user?.email && user.isVerified ? { to: user.email, addressee: "verified" } : null;
}
