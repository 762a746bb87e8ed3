import { type Provider, providerNames } from "contract/accounts/rules.ts";
import type { MailText } from "../../platform/mail/templates.ts";
import type { AccountMail } from "./commands-mail.ts";
import type { UserRow } from "./present.ts";

/**
 * Mails about accounts with a link. They greet by username, whose form is restricted: a display name would let anyone
 * send arbitrary text to any address.
 */
type Owner = Pick<UserRow, "username">;

/** Whoever reads a mail to an address that is not the account's. */
type Reader = Pick<UserRow, "username" | "language">;

const languageOf = ({ language }: Pick<UserRow, "language">) => (language === null ? {} : { language });

/** For a new account's address. */
export function toConfirmationMail({ username }: Owner, token: string): AccountMail {
  return { template: "confirm_address", values: { username }, actionPath: confirmPath(token) };
}

/** For the address that an account changes to. */
export function toChangeMail({ username, ...reader }: Reader, token: string): AccountMail {
  const mail = { template: "confirm_new_address", values: { username }, actionPath: confirmPath(token) } as const;
  return { ...mail, ...languageOf(reader) };
}

/** For the owner of an address that another account tried to change to. */
export function toTakenMail(): AccountMail {
  return { template: "address_taken", values: {}, actionPath: "/login" };
}

/** For the address that an account is about to give up. */
export function toChangeRequestedMail({ username }: Owner, token: string): AccountMail {
  return { template: "address_change_requested", values: { username }, actionPath: undoPath(token) };
}

/** For the address that an account has given up. */
export function toChangedMail({ username }: Owner, token: string): AccountMail {
  return { template: "address_changed", values: { username }, actionPath: undoPath(token) };
}

/** For the address that an undo took out of use. */
export function toUndoneMail({ username, ...reader }: Reader): AccountMail {
  return { template: "address_restored", values: { username }, ...languageOf(reader) };
}

export type ResetOwner = Pick<UserRow, "username" | "emailVerified" | "googleId" | "steamId">;

/** What gives access to an account besides its password and linked identities, or receives its notifications. */
export interface Access {
  apps: number;
  passkeys: number;
  keys: number;
  /** The names of their kinds. */
  channels: string[];
}

/**
 * With what gives access to the account: whether it stays with a new password, or goes with an unconfirmed address.
 * Nothing in it was chosen by a user, as the address may be someone else's.
 */
export function toResetMail(user: ResetOwner, access: Access, token: string): AccountMail {
  const accounts = linkedNames(user);
  const others = accessTexts(access);
  const fate = user.emailVerified ? "stay" : "go";
  return {
    template: "reset_password",
    values: { username: user.username, accounts: { list: accounts }, access: { list: others } },
    actionPath: `/reset-password?token=${token}`,
    more: [...(accounts.length > 0 ? [`connected_${fate}`] : []), ...(others.length > 0 ? [`access_${fate}`] : [])],
  };
}

function linkedNames(user: ResetOwner): string[] {
  const linked: [Provider, string | null][] = [
    ["google", user.googleId && providerNames.google],
    ["steam", user.steamId && `${providerNames.steam} (${user.steamId})`],
  ];
  return linked.flatMap(([, name]) => name ?? []);
}

function accessTexts({ apps, passkeys, keys, channels }: Access): MailText[] {
  const counts = { apps, passkeys, keys, channels: channels.length };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => ({ key: `mail.access.${name}`, values: { count, names: { list: channels } } }));
}

function confirmPath(token: string): string {
  return `/verify-email?token=${token}`;
}

function undoPath(token: string): string {
  return `/undo-email?token=${token}`;
}

/** The page that a notice of an added second factor leads to. */
export function undoFactorPath(token: string): string {
  return `/undo-factor?token=${token}`;
}
