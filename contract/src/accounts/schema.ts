import { z } from "zod";
import { normalizeText } from "../core/text.ts";
import { launchers } from "../prices/launchers.ts";
import { PlanKey } from "../subscriptions/schema.ts";
import {
  accountProblems,
  birthdayProblem,
  emailProblem,
  factorKinds,
  maxDisplayNameLength,
  maxFactorNameLength,
  passwordProblem,
  signInProviders,
  usernameProblem,
} from "./rules.ts";

/** A string that passes the rule; `missing` is the message for an empty or missing one. */
function validated(problemOf: (text: string) => string | null, missing: string, prepare = (text: string) => text) {
  return z
    .string(missing)
    .min(1, { error: missing, abort: true })
    .transform(prepare)
    .superRefine((text, context) => {
      const problem = problemOf(text);
      if (problem) context.addIssue({ code: "custom", message: problem });
    });
}

const trim = (text: string) => text.trim();
const today = () => new Date().toISOString().slice(0, 10);

export const Username = validated(usernameProblem, accountProblems.usernameMissing, trim);
export const Email = validated(emailProblem, accountProblems.emailMissing, trim);
export const NewPassword = validated(passwordProblem, accountProblems.passwordMissing);
export const Birthday = validated((day) => birthdayProblem(day, today()), accountProblems.birthday);

/** Sign-in input: it may predate today's rules, and the response must not reveal which rule it breaks. */
export const GivenEmail = z.string(accountProblems.emailMissing).trim().min(1, accountProblems.emailMissing).max(1_000);
export const GivenPassword = z
  .string(accountProblems.passwordMissing)
  .min(1, accountProblems.passwordMissing)
  .max(1_000);

/** The text on one line, without bidirectional control characters. */
export const cleanLine = (text: string) =>
  normalizeText(text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ""), "NFC").trim();

/** Shown to others: no line breaks or bidirectional control characters. Empty means none. */
export const DisplayName = z
  .string()
  .max(1_000)
  .transform((name) => cleanLine(name) || null)
  .refine((name) => (name?.length ?? 0) <= maxDisplayNameLength, accountProblems.displayNameLong);

/** An external sign-in provider. */
export const Provider = z.enum(signInProviders);

export const User = z
  .object({
    id: z.number().int(),
    username: z.string(),
    displayName: z.string().nullable(),
    email: z.string().nullable(),
    emailVerified: z.boolean().meta({ description: "Whether `email` is confirmed" }),
    pendingEmail: z.string().nullable().meta({ description: "Replaces `email` once its owner opens the emailed link" }),
    birthday: z.string().nullable().meta({ description: "YYYY-MM-DD" }),
    showExplicitContent: z.boolean(),
    hasLibrary: z.boolean().meta({ description: "Whether lists exclude games that the user owns or ignores" }),
    country: z.string().nullable().meta({ description: "The user's market; `null` = not chosen" }),
    locale: z
      .string()
      .nullable()
      .meta({ description: "The tag of the language of pages, mails and messages; `null` = not chosen" }),
    activates: z
      .array(z.enum(launchers))
      .meta({ description: "Only offers that activate on one of these count; none = all offers" }),
    plans: z.array(PlanKey).meta({ description: "The subscription plans that the user pays for" }),
    avatarUrl: z.string().nullable(),
    role: z.enum(["admin", "moderator", "member"]),
    isAdmin: z.boolean(),
    isSuperAdmin: z.boolean(),
    createdAt: z.string(),
    hasPassword: z
      .boolean()
      .meta({ description: "Accounts created with Steam or Google have none until one is set by a reset" }),
    linked: z.array(Provider).meta({ description: "Linked sign-in providers" }),
    hasSecondFactor: z.boolean().meta({ description: "Whether signing in requires a second factor" }),
  })
  .meta({ id: "User" });
export type User = z.output<typeof User>;

/** A six-digit code of an authenticator app, or a recovery code. Blanks and hyphens are ignored. */
export const FactorCode = z
  .string()
  .max(100)
  .transform((code) => code.replace(/[\s-]/g, "").toLowerCase())
  .refine((code) => code !== "", accountProblems.codeMissing);

/**
 * What the browser's WebAuthn call returns, as `@simplewebauthn/browser` encodes it; checked by the server's library.
 */
export const PasskeyCredential = z
  .object({
    id: z.string().max(2_000),
    rawId: z.string().max(2_000),
    type: z.literal("public-key"),
    response: z.record(z.string().max(100), z.unknown()),
    clientExtensionResults: z.record(z.string().max(100), z.unknown()).default({}),
    authenticatorAttachment: z.string().max(100).nullish(),
  })
  .meta({ id: "PasskeyCredential", description: "The JSON form of a WebAuthn credential" });
export type PasskeyCredential = z.output<typeof PasskeyCredential>;

/** The input of the browser's WebAuthn call, in the standard's JSON form. */
export const PasskeyOptions = z
  .record(z.string(), z.unknown())
  .meta({ id: "PasskeyOptions", description: "WebAuthn options in JSON form" });

export const FactorKind = z.enum(factorKinds);

/** The owner's name for a passkey. */
export const FactorName = z
  .string()
  .max(1_000)
  .transform(cleanLine)
  .refine((name) => name !== "", accountProblems.factorNameMissing)
  .refine(({ length }) => length <= maxFactorNameLength, accountProblems.factorNameLong);

/** A second factor of the caller. */
export const Factor = z
  .object({
    id: z.number().int(),
    kind: FactorKind,
    name: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: "Factor" });
export type Factor = z.output<typeof Factor>;

/** A sign-in with a correct password that still needs a second factor. */
export const FactorChallenge = z
  .object({
    challenge: z
      .string()
      .meta({ description: "For `POST /api/auth/login/factor`; valid for 5 minutes and 5 attempts" }),
    factors: z.array(z.enum([...factorKinds, "recovery_code"])).meta({ description: "Factors that can complete it" }),
    passkeyOptions: PasskeyOptions.nullable().meta({ description: "WebAuthn options, if a passkey can complete it" }),
  })
  .meta({ id: "FactorChallenge" });
export type FactorChallenge = z.output<typeof FactorChallenge>;

/** A session of the caller, as the profile lists it. */
export const SignIn = z
  .object({
    id: z.number().int(),
    created_at: z.string(),
    last_seen_at: z.string(),
    expires_at: z.string(),
    device: z.string().nullable().meta({ description: "Browser and operating system, if known" }),
    current: z.boolean(),
  })
  .meta({ id: "SignIn" });
export type SignIn = z.output<typeof SignIn>;

/** The accounts of a demo (`DEMO=on`). */
export const DemoRole = z.enum(["member", "administrator"]);
export type DemoRole = z.output<typeof DemoRole>;
