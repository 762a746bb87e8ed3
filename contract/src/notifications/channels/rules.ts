/** When mail is sent: immediately or as a digest. */
export const mailSchedules = ["instant", "daily", "weekly"] as const;
export type MailSchedule = (typeof mailSchedules)[number];

/**
 * Why a channel is disabled: by its owner, by the recipient of its mail, after a week of failed deliveries, because its
 * target is gone, or because someone else may have added it before the account's owner took the account back.
 */
export const disabledReasons = ["owner", "recipient", "failing", "gone", "ownership_changed"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const channelStates = ["unverified", "active", "failing", "disabled"] as const;
type ChannelState = (typeof channelStates)[number];

export const maxChannels = 10;
export const maxNameLength = 60;

const day = 24 * 3_600_000;
const maxFailingMs = 7 * day;

/** Whether all deliveries have failed for so long that the channel is disabled (spec/notifications 3.4). */
export function hasFailedTooLong(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= maxFailingMs;
}

/** The state that its owner sees (spec/notifications 3.1). */
export function stateOf(channel: {
  verifiedAt: Date | null;
  failingSince: Date | null;
  disabledAt: Date | null;
}): ChannelState {
  if (channel.disabledAt) return "disabled";
  if (!channel.verifiedAt) return "unverified";
  return channel.failingSince ? "failing" : "active";
}

/** The path of a Discord webhook; the rest of its address is fixed. */
const discordPath = /^\/api\/webhooks\/\d{10,25}\/[\w-]{20,120}$/;

/** Whether it is the address of a webhook at discord.com. */
export function isDiscordWebhook(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  const isPlain = !url.search && !url.hash && !url.username && !url.password;
  return url.origin === "https://discord.com" && isPlain && discordPath.test(url.pathname);
}

/** What an ntfy server accepts as a topic. */
export const topicPattern = /^[\w-]{1,64}$/;
