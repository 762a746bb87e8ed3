import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { CountryCode, Id } from "../core/parameters.ts";
import { LanguageTag } from "../languages/schema.ts";
import { Activates } from "../my-stores/schema.ts";
import { MyPlans } from "../subscriptions/schema.ts";
import {
  Birthday,
  DemoRole,
  DisplayName,
  Email,
  Factor,
  FactorChallenge,
  FactorCode,
  FactorName,
  GivenEmail,
  GivenPassword,
  NewPassword,
  PasskeyCredential,
  PasskeyOptions,
  Provider,
  SignIn,
  User,
  Username,
} from "./schema.ts";

const SignedIn = z.object({ token: z.string(), user: User });
const Message = z.object({ message: z.string() });
const MailedToken = z.object({ token: z.string().max(200) });
const byId = z.object({ id: Id });
/** Shown once; empty if the account still has unused codes. */
const RecoveryCodes = z.array(z.string()).meta({ description: "Each works once; returned only here" });

export const accountEndpoints = {
  register: endpoint("POST /api/auth/register", {
    summary: "Create an account and sign in",
    access: "public",
    body: z.object({
      username: Username,
      email: Email,
      password: NewPassword,
      birthday: Birthday.nullish(),
      language: LanguageTag.optional().meta({ description: "Of the page with the form" }),
    }),
    response: SignedIn,
    status: 201,
    errors: ["forbidden", "conflict"],
  }),
  login: endpoint("POST /api/auth/login", {
    summary:
      "Sign in, for 30 days with `rememberMe`, otherwise for 24 hours. An account with a second factor receives a " +
      "challenge instead of a token",
    access: "public",
    body: z.object({ email: GivenEmail, password: GivenPassword, rememberMe: z.boolean().optional() }),
    response: z.union([SignedIn, FactorChallenge]),
    errors: ["unauthenticated"],
  }),
  demo: endpoint("POST /api/auth/demo", {
    summary: "Sign in to one of the demo's accounts; 404 on other sites",
    access: "public",
    body: z.object({ as: DemoRole }),
    response: SignedIn,
    errors: ["not_found"],
  }),
  factorChallenge: endpoint("POST /api/auth/login/factor/options", {
    summary: "List the factors that can complete a sign-in started at Google or Steam",
    access: "public",
    body: z.object({ challenge: z.string().max(200) }),
    response: FactorChallenge,
    errors: ["unauthenticated"],
  }),
  loginFactor: endpoint("POST /api/auth/login/factor", {
    summary: "Complete a sign-in with an authenticator code, a recovery code or a passkey",
    access: "public",
    body: z.object({
      challenge: z.string().max(200),
      code: FactorCode.optional(),
      credential: PasskeyCredential.optional(),
    }),
    response: SignedIn,
    errors: ["unauthenticated"],
  }),
  passkeyOptions: endpoint("POST /api/auth/passkeys/options", {
    summary: "Get the options for signing in or re-authenticating with a passkey; the same for all callers",
    access: "public",
    response: z.object({ options: PasskeyOptions }),
  }),
  loginPasskey: endpoint("POST /api/auth/login/passkey", {
    summary: "Sign in with a passkey",
    access: "public",
    body: z.object({ credential: PasskeyCredential, rememberMe: z.boolean().optional() }),
    response: SignedIn,
    errors: ["unauthenticated"],
  }),
  logout: endpoint("POST /api/auth/logout", { summary: "Sign out of this session", access: "user" }),
  logoutEverywhere: endpoint("POST /api/auth/logout-all", {
    summary: "End all of the caller's sessions, including this one",
    access: "user",
  }),
  me: endpoint("GET /api/auth/me", { summary: "Get the caller", access: "user", response: z.object({ user: User }) }),
  updateProfile: endpoint("PUT /api/auth/profile", {
    summary:
      "Update the caller's profile; omitted fields are unchanged. A new `email` requires `currentPassword`, or, for an " +
      "account without one, a sign-in within the last 10 minutes; it is `pendingEmail` until confirmed",
    access: "user",
    body: z.object({
      displayName: DisplayName.nullable().optional(),
      email: Email.optional(),
      currentPassword: GivenPassword.optional(),
      birthday: Birthday.nullable().optional(),
      showExplicitContent: z.boolean().optional(),
      country: CountryCode.nullable().optional(),
      locale: LanguageTag.nullable().optional(),
      activates: Activates.optional(),
      plans: MyPlans.optional(),
    }),
    response: z.object({ user: User }),
    errors: ["forbidden", "password_required", "reauthentication_required"],
  }),
  signIns: endpoint("GET /api/auth/sessions", {
    summary: "List the caller's active sessions",
    access: "user",
    response: z.object({ sessions: z.array(SignIn) }),
  }),
  endSession: endpoint("DELETE /api/auth/sessions/{id}", {
    summary: "End one of the caller's sessions",
    access: "user",
    params: byId,
  }),
  reauthenticate: endpoint("POST /api/auth/reauthenticate", {
    summary:
      "Re-authenticate with the password, an authenticator code or a passkey; valid for 10 minutes in this session",
    access: "user",
    body: z.object({
      password: GivenPassword.optional(),
      code: FactorCode.optional(),
      credential: PasskeyCredential.optional(),
    }),
    errors: ["forbidden", "reauthentication_required"],
  }),
  changePassword: endpoint("POST /api/auth/password", {
    summary:
      "Set a new password; ends all other sessions. An account without a password requires a recent " +
      "re-authentication instead of `currentPassword`",
    access: "user",
    body: z.object({ currentPassword: GivenPassword.optional(), newPassword: NewPassword }),
    errors: ["forbidden", "password_required", "reauthentication_required"],
  }),
  listFactors: endpoint("GET /api/auth/factors", {
    summary: "List the caller's second factors and the number of remaining recovery codes",
    access: "user",
    response: z.object({ factors: z.array(Factor), recoveryCodesLeft: z.number().int() }),
  }),
  startTotp: endpoint("POST /api/auth/factors/totp", {
    summary: "Create a secret for an authenticator app, pending confirmation. Requires a recent re-authentication",
    access: "user",
    response: z.object({ secret: z.string(), uri: z.string() }),
    errors: ["conflict", "reauthentication_required"],
  }),
  confirmTotp: endpoint("POST /api/auth/factors/totp/confirm", {
    summary: "Confirm the authenticator app with its first code; ends the caller's other sessions",
    access: "user",
    body: z.object({ code: FactorCode }),
    response: z.object({ recoveryCodes: RecoveryCodes }),
    errors: ["forbidden", "conflict", "reauthentication_required"],
  }),
  startPasskey: endpoint("POST /api/auth/factors/passkeys/options", {
    summary: "Get the options for creating a passkey. Requires a recent re-authentication",
    access: "user",
    response: z.object({ options: PasskeyOptions }),
    errors: ["reauthentication_required"],
  }),
  addPasskey: endpoint("POST /api/auth/factors/passkeys", {
    summary: "Add a passkey created by the browser; adding the first factor ends the caller's other sessions",
    access: "user",
    body: z.object({ name: FactorName, credential: PasskeyCredential }),
    response: z.object({ factor: Factor, recoveryCodes: RecoveryCodes }),
    status: 201,
    errors: ["forbidden", "conflict", "reauthentication_required"],
  }),
  removeFactor: endpoint("DELETE /api/auth/factors/{id}", {
    summary: "Remove a second factor. Requires a recent re-authentication; 409 for the last one where one is required",
    access: "user",
    params: byId,
    errors: ["conflict", "reauthentication_required"],
  }),
  renewRecoveryCodes: endpoint("POST /api/auth/factors/recovery-codes", {
    summary: "Replace the recovery codes. Requires a recent re-authentication and a second factor",
    access: "user",
    response: z.object({ recoveryCodes: RecoveryCodes }),
    errors: ["conflict", "reauthentication_required"],
  }),
  resendConfirmation: endpoint("POST /api/auth/email/resend", {
    summary: "Resend the confirmation link for the caller's current or pending address",
    access: "user",
    response: Message,
    status: 202,
  }),
  confirmEmail: endpoint("POST /api/auth/email/confirm", {
    summary: "Confirm an email address with the emailed token; applies a pending address",
    access: "public",
    body: MailedToken,
    errors: ["conflict"],
  }),
  undoEmail: endpoint("POST /api/auth/email/undo", {
    summary:
      "Restore the address replaced by a change of address, with the token emailed there. Ends all sessions and " +
      "revokes all other access: the password, linked identities, second factors, API keys and pending links; " +
      "disables notification channels and shared links of lists. Sends a password reset link to the restored address",
    access: "public",
    body: MailedToken,
    errors: ["conflict"],
  }),
  undoFactor: endpoint("POST /api/auth/factors/undo", {
    summary:
      "Recover the account after a second factor was added, with the token emailed with the notice. Same effect as " +
      "restoring a changed address, which it also restores",
    access: "public",
    body: MailedToken,
    errors: ["conflict"],
  }),
  cancelEmail: endpoint("DELETE /api/auth/email/pending", {
    summary: "Cancel a pending change of the email address",
    access: "user",
  }),
  startLink: endpoint("POST /api/auth/link/{provider}", {
    summary:
      "Start linking a sign-in provider to the caller's account; the browser continues at `url`. Requires a recent " +
      "re-authentication",
    access: "user",
    params: z.object({ provider: Provider }),
    response: z.object({ url: z.string() }),
    errors: ["reauthentication_required"],
  }),
  unlink: endpoint("DELETE /api/auth/link/{provider}", {
    summary:
      "Remove a linked identity; ends the caller's other sessions. Requires a recent re-authentication; 409 for the " +
      "last way to sign in",
    access: "user",
    params: z.object({ provider: Provider }),
    errors: ["reauthentication_required", "last_sign_in"],
  }),
  claimSignIn: endpoint("POST /api/auth/callback", {
    summary:
      "Check once that the sign-in with Google or Steam that issued this token was started in the calling browser; " +
      "otherwise 403",
    access: "public",
    body: z.object({ token: z.string().max(200) }),
    errors: ["forbidden"],
  }),
  exportAccount: endpoint("GET /api/auth/export", {
    summary: "Export all data stored about the caller. Requires a recent re-authentication",
    access: "user",
    response: z.record(z.string(), z.unknown()),
    errors: ["reauthentication_required"],
  }),
  deleteAccount: endpoint("DELETE /api/auth/account", {
    summary:
      "Delete the caller's account and all its data; requires the password, or, for an account without one, a " +
      "sign-in within the last 10 minutes",
    access: "user",
    body: z.object({ password: z.string().max(1_000).default("") }),
    errors: ["forbidden", "conflict"],
  }),
  requestReset: endpoint("POST /api/auth/reset-password", {
    summary: "Send a password reset link, if the address is known",
    access: "public",
    body: z.object({ email: Email }),
    response: Message,
    status: 202,
  }),
  confirmReset: endpoint("POST /api/auth/reset-password/confirm", {
    summary: "Set a new password with the emailed token; ends all other sessions",
    access: "public",
    body: z.object({ token: z.string().max(200), password: NewPassword }),
  }),
};
