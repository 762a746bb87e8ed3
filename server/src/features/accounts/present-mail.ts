import { type Provider, providerNames } from "contract/accounts/rules.ts";
import type { AccountMail } from "./commands-mail.ts";
import type { UserRow } from "./present.ts";

/**
 * Mails about accounts with a link. They greet by username, whose form is restricted: a display name would let anyone
 * send arbitrary text to any address.
 */
type Owner = Pick<UserRow, "username">;

/** For a new account's address. */
export function toConfirmationMail({ username }: Owner, token: string): AccountMail {
  return { template: "confirm_address", values: { username }, actionPath: confirmPath(token) };
}

/** For the address that an account changes to. */
export function toChangeMail({ username }: Owner, token: string): AccountMail {
  return { template: "confirm_new_address", values: { username }, actionPath: confirmPath(token) };
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
export function toUndoneMail({ username }: Owner): AccountMail {
  return { template: "address_restored", values: { username } };
}

export type ResetOwner = Pick<UserRow, "username" | "emailVerified" | "googleId" | "steamId">;

/** With linked accounts: whether they keep access after a new password, or lose it with an unconfirmed address. */
export function toResetMail(user: ResetOwner, token: string): AccountMail {
  const accounts = linkedNames(user);
  const part = user.emailVerified ? "connected_stay" : "connected_go";
  return {
    template: "reset_password",
    values: { username: user.username, accounts },
    actionPath: `/reset-password?token=${token}`,
    more: accounts ? [part] : [],
  };
}

function linkedNames(user: ResetOwner): string {
  const linked: [Provider, string | null][] = [
    ["google", user.googleId && providerNames.google],
    ["steam", user.steamId && `${providerNames.steam} (${user.steamId})`],
  ];
  return linked.flatMap(([, name]) => name ?? []).join(", ");
}

function confirmPath(token: string): string {
  return `/verify-email?token=${token}`;
}

function undoPath(token: string): string {
  return `/undo-email?token=${token}`;
}
