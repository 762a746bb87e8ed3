import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { CountryCode, Id } from "../core/parameters.ts";
import {
  Birthday,
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
const RecoveryCodes = z.array(z.string()).meta({ description: "Each works once; they are not shown again" });

export const accountEndpoints = {
  register: endpoint("POST /api/auth/register", {
    summary: "Creates an account and signs it in",
    access: "public",
    body: z.object({ username: Username, email: Email, password: NewPassword, birthday: Birthday.nullish() }),
    response: SignedIn,
    status: 201,
    errors: ["forbidden", "conflict"],
  }),
  login: endpoint("POST /api/auth/login", {
    summary:
      "Signs in; for 30 days with `rememberMe`, else for 24 hours. An account with a second factor gets a challenge " +
      "instead of a token",
    access: "public",
    body: z.object({ email: GivenEmail, password: GivenPassword, rememberMe: z.boolean().optional() }),
    response: z.union([SignedIn, FactorChallenge]),
    errors: ["unauthenticated"],
  }),
  factorChallenge: endpoint("POST /api/auth/login/factor/options", {
    summary: "What can complete a sign-in whose first step was made elsewhere, at Google or Steam",
    access: "public",
    body: z.object({ challenge: z.string().max(200) }),
    response: FactorChallenge,
    errors: ["unauthenticated"],
  }),
  loginFactor: endpoint("POST /api/auth/login/factor", {
    summary: "Completes a sign-in by a code of an authenticator app, a recovery code or a passkey",
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
    summary: "What a browser needs to sign in or to re-authenticate by a passkey; the same for all callers",
    access: "public",
    response: z.object({ options: PasskeyOptions }),
  }),
  loginPasskey: endpoint("POST /api/auth/login/passkey", {
    summary: "Signs in by a passkey alone",
    access: "public",
    body: z.object({ credential: PasskeyCredential, rememberMe: z.boolean().optional() }),
    response: SignedIn,
    errors: ["unauthenticated"],
  }),
  logout: endpoint("POST /api/auth/logout", { summary: "Ends this sign-in at once", access: "user" }),
  logoutEverywhere: endpoint("POST /api/auth/logout-all", {
    summary: "Ends every sign-in of the caller, this one too",
    access: "user",
  }),
  me: endpoint("GET /api/auth/me", { summary: "The caller", access: "user", response: z.object({ user: User }) }),
  updateProfile: endpoint("PUT /api/auth/profile", {
    summary:
      "Changes the caller's profile; what is left out stays. Another `email` needs `currentPassword`, or, for an " +
      "account without one, a sign-in of the last 10 minutes; it becomes `pendingEmail` until it is confirmed",
    access: "user",
    body: z.object({
      displayName: DisplayName.nullable().optional(),
      email: Email.optional(),
      currentPassword: GivenPassword.optional(),
      birthday: Birthday.nullable().optional(),
      showExplicitContent: z.boolean().optional(),
      country: CountryCode.nullable().optional(),
    }),
    response: z.object({ user: User }),
    errors: ["forbidden", "password_required", "reauthentication_required"],
  }),
  signIns: endpoint("GET /api/auth/sessions", {
    summary: "The caller's sign-ins that are still good",
    access: "user",
    response: z.object({ sessions: z.array(SignIn) }),
  }),
  endSession: endpoint("DELETE /api/auth/sessions/{id}", {
    summary: "Ends one session of the caller at once",
    access: "user",
    params: byId,
  }),
  reauthenticate: endpoint("POST /api/auth/reauthenticate", {
    summary:
      "Confirms the caller's identity by the password, a code of an authenticator app or a passkey; lasts 10 " +
      "minutes in this session",
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
      "Sets a new password and ends all other sessions. An account without a password needs a recent " +
      "re-authentication instead of `currentPassword`",
    access: "user",
    body: z.object({ currentPassword: GivenPassword.optional(), newPassword: NewPassword }),
    errors: ["forbidden", "password_required", "reauthentication_required"],
  }),
  listFactors: endpoint("GET /api/auth/factors", {
    summary: "The caller's second factors, and how many recovery codes are left",
    access: "user",
    response: z.object({ factors: z.array(Factor), recoveryCodesLeft: z.number().int() }),
  }),
  startTotp: endpoint("POST /api/auth/factors/totp", {
    summary: "A new secret for an authenticator app; it counts once confirmed. Needs a recent re-authentication",
    access: "user",
    response: z.object({ secret: z.string(), uri: z.string() }),
    errors: ["conflict", "reauthentication_required"],
  }),
  confirmTotp: endpoint("POST /api/auth/factors/totp/confirm", {
    summary: "Adds the authenticator app by its first code, and ends the caller's other sessions",
    access: "user",
    body: z.object({ code: FactorCode }),
    response: z.object({ recoveryCodes: RecoveryCodes }),
    errors: ["forbidden", "conflict", "reauthentication_required"],
  }),
  startPasskey: endpoint("POST /api/auth/factors/passkeys/options", {
    summary: "What a browser needs to create a passkey. Needs a recent re-authentication",
    access: "user",
    response: z.object({ options: PasskeyOptions }),
    errors: ["reauthentication_required"],
  }),
  addPasskey: endpoint("POST /api/auth/factors/passkeys", {
    summary: "Adds a passkey that the browser has created; the first factor ends the caller's other sessions",
    access: "user",
    body: z.object({ name: FactorName, credential: PasskeyCredential }),
    response: z.object({ factor: Factor, recoveryCodes: RecoveryCodes }),
    status: 201,
    errors: ["forbidden", "conflict", "reauthentication_required"],
  }),
  removeFactor: endpoint("DELETE /api/auth/factors/{id}", {
    summary:
      "Removes a second factor. Needs a recent re-authentication; refused for the last one where one is required",
    access: "user",
    params: byId,
    errors: ["conflict", "reauthentication_required"],
  }),
  renewRecoveryCodes: endpoint("POST /api/auth/factors/recovery-codes", {
    summary: "New recovery codes in place of all earlier ones. Needs a recent re-authentication and a second factor",
    access: "user",
    response: z.object({ recoveryCodes: RecoveryCodes }),
    errors: ["conflict", "reauthentication_required"],
  }),
  resendConfirmation: endpoint("POST /api/auth/email/resend", {
    summary: "Mails another link that confirms the caller's address, or the pending one, if either needs it",
    access: "user",
    response: Message,
    status: 202,
  }),
  confirmEmail: endpoint("POST /api/auth/email/confirm", {
    summary: "Confirms an email address by the token that was mailed to it; a pending address then takes effect",
    access: "public",
    body: MailedToken,
    errors: ["conflict"],
  }),
  undoEmail: endpoint("POST /api/auth/email/undo", {
    summary:
      "Restores the address that a change of address replaced or would replace, by the token mailed there. Ends " +
      "all sessions, and removes everything else that lets someone in: the password, linked identities, second " +
      "factors, API keys, pending links; channels of notifications are disabled, links of lists end. A link for a " +
      "new password is mailed to the restored address",
    access: "public",
    body: MailedToken,
    errors: ["conflict"],
  }),
  undoFactor: endpoint("POST /api/auth/factors/undo", {
    summary:
      "Takes the account back after a second factor was added, by the token mailed with the notice. It does the " +
      "same as the link about a changed address, which it also restores",
    access: "public",
    body: MailedToken,
    errors: ["conflict"],
  }),
  cancelEmail: endpoint("DELETE /api/auth/email/pending", {
    summary: "Cancels a change of the email address that is not confirmed yet",
    access: "user",
  }),
  startLink: endpoint("POST /api/auth/link/{provider}", {
    summary:
      "Begins to link a sign-in elsewhere to the caller's account: the browser goes on at `url`. Needs a recent " +
      "re-authentication",
    access: "user",
    params: z.object({ provider: Provider }),
    response: z.object({ url: z.string() }),
    errors: ["reauthentication_required"],
  }),
  unlink: endpoint("DELETE /api/auth/link/{provider}", {
    summary:
      "Removes a linked identity and ends the caller's other sessions. Needs a recent re-authentication; refused " +
      "for the last way to sign in",
    access: "user",
    params: z.object({ provider: Provider }),
    errors: ["reauthentication_required", "last_sign_in"],
  }),
  claimSignIn: endpoint("POST /api/auth/callback", {
    summary:
      "Whether a sign-in with Google or Steam that ended with this token was started in the calling browser: 403 " +
      "if not. Good once",
    access: "public",
    body: z.object({ token: z.string().max(200) }),
    errors: ["forbidden"],
  }),
  exportAccount: endpoint("GET /api/auth/export", {
    summary: "Everything that is stored about the caller. Needs a recent re-authentication",
    access: "user",
    response: z.record(z.string(), z.unknown()),
    errors: ["reauthentication_required"],
  }),
  deleteAccount: endpoint("DELETE /api/auth/account", {
    summary:
      "Deletes the caller's account and everything of it; the password is asked again, or, where there is none, a" +
      " sign-in of the last 10 minutes",
    access: "user",
    body: z.object({ password: z.string().max(1_000).default("") }),
    errors: ["forbidden", "conflict"],
  }),
  requestReset: endpoint("POST /api/auth/reset-password", {
    summary: "Mails a link for a new password, if the address is known",
    access: "public",
    body: z.object({ email: Email }),
    response: Message,
    status: 202,
  }),
  confirmReset: endpoint("POST /api/auth/reset-password/confirm", {
    summary: "Sets a new password by the token of such a mail, and ends all other sign-ins",
    access: "public",
    body: z.object({ token: z.string().max(200), password: NewPassword }),
  }),
};
