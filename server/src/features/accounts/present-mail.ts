import { type Provider, providerNames } from "contract/accounts/rules.ts";
import type { AccountMail } from "./commands-mail.ts";
import type { UserRow } from "./present.ts";

/**
 * Mails about accounts. They greet by username, whose form is restricted: a display name would let anyone send
 * arbitrary text to any address.
 */
type Owner = Pick<UserRow, "username">;

const nothingToDo = "If it was not you, you need not do anything.";

/** For a new account's address. */
export function toConfirmationMail({ username }: Owner, token: string): AccountMail {
  return {
    subject: "Confirm your email address for {brand}",
    paragraphs: [
      `Hello ${username},`,
      "an account at {brand} was registered with this address. Please confirm that it is yours; the link works " +
        "for 48 hours. Until then, {brand} sends no price alerts here.",
    ],
    action: { label: "Confirm this address", path: confirmPath(token) },
    reason: `If you did not register at {brand}, do not confirm. ${nothingToDo}`,
  };
}

/** For the address that an account changes to. */
export function toChangeMail({ username }: Owner, token: string): AccountMail {
  return {
    subject: "Confirm your new email address for {brand}",
    paragraphs: [
      `Hello ${username},`,
      "the account of this name at {brand} is to use this address. Please confirm that both are yours; the link " +
        "works for 48 hours.",
    ],
    action: { label: "Confirm this address", path: confirmPath(token) },
    reason: `If this is not your account at {brand}, do not confirm. ${nothingToDo}`,
  };
}

/** For the owner of an address that another account tried to change to. */
export function toTakenMail(): AccountMail {
  return {
    subject: "Someone tried to use your email address at {brand}",
    paragraphs: [
      "Hello,",
      "someone, perhaps you, tried to change the email address of an account at {brand} to this one. It already " +
        "belongs to another account, so nothing has changed.",
    ],
    action: { label: "Sign in", path: "/login" },
    reason: nothingToDo,
  };
}

/** For the address that an account is about to give up. */
export function toChangeRequestedMail({ username }: Owner, token: string): AccountMail {
  return {
    subject: "Your email address at {brand} is about to change",
    paragraphs: [
      `Hello ${username},`,
      "someone, probably you, asked to change the email address of your account at {brand}. The new address " +
        "counts once it is confirmed.",
      "If it was not you, undo this within 7 days. This keeps your address, signs everybody out, and removes the " +
        "password and all connected accounts; you then choose a new password.",
    ],
    action: { label: "This was not me", path: undoPath(token) },
    reason: nothingElse,
  };
}

/** For the address that an account has given up. */
export function toChangedMail({ username }: Owner, token: string): AccountMail {
  return {
    subject: "Your email address at {brand} was changed",
    paragraphs: [
      `Hello ${username},`,
      "your account at {brand} now uses another email address.",
      "If it was not you, undo this within 7 days. This restores your address, signs everybody out, and removes " +
        "the password and all connected accounts; you then choose a new password.",
    ],
    action: { label: "Restore my address", path: undoPath(token) },
    reason: nothingElse,
  };
}

const nothingElse = "If it was you, you need not do anything.";

/** For the address that an undo took out of use. */
export function toUndoneMail({ username }: Owner): AccountMail {
  return {
    subject: "A change of your email address at {brand} was undone",
    paragraphs: [
      `Hello ${username},`,
      "the previous email address of your account at {brand} was restored by a link that was mailed there. This " +
        "address belongs to the account no longer, and all its sign-ins have ended.",
    ],
    reason: "You get this message because your account used this address.",
  };
}

export type ResetOwner = Pick<UserRow, "username" | "emailVerified" | "googleId" | "steamId">;

export function toResetMail(user: ResetOwner, token: string): AccountMail {
  return {
    subject: "Choose a new password for {brand}",
    paragraphs: [
      `Hello ${user.username},`,
      "someone, probably you, asked for a new password for your account at {brand}. The link is good once, for " +
        "one hour.",
      ...linkedParagraphs(user),
    ],
    action: { label: "Choose a new password", path: `/reset-password?token=${token}` },
    reason: "If it was not you, you need not do anything: your password stays as it is.",
  };
}

/** Linked accounts that keep access after a new password, or lose it if the address was never confirmed. */
function linkedParagraphs(user: ResetOwner): string[] {
  const linked: [Provider, string | null][] = [
    ["google", user.googleId && providerNames.google],
    ["steam", user.steamId && `${providerNames.steam} (${user.steamId})`],
  ];
  const names = linked.flatMap(([, name]) => name ?? []).join(", ");
  if (!names) return [];
  if (user.emailVerified) {
    return [
      `These connected accounts can sign in to your account, too, and still can with a new password: ${names}. ` +
        "Remove any that is not yours on your profile.",
    ];
  }
  return [
    `This address was never confirmed, so a new password also removes these connected accounts: ${names}. You can` +
      " connect them again on your profile.",
  ];
}

function confirmPath(token: string): string {
  return `/verify-email?token=${token}`;
}

function undoPath(token: string): string {
  return `/undo-email?token=${token}`;
}
