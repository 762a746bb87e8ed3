export const minimumPasswordLength = 6;
/** For accounts with an admin role. */
export const minimumAdminPasswordLength = 12;
const maximumPasswordLength = 128;
const minimumAge = 13;
/** The age from which explicit games may be shown (spec/accounts 9.3). */
const explicitAge = 18;
/** Letters, digits, `_` and `-` (spec/accounts 1.2). */
const usernamePattern = /^[A-Za-z0-9_-]{3,32}$/;
/** One `@` between a name and a domain with a dot, no blanks: the form's own check of an address. */
export const emailPattern = /^[^\s\p{Cc}@"(),:;<>[\]\\]+@[^\s\p{Cc}@"(),:;<>[\]\\.]+(\.[^\s\p{Cc}@"(),:;<>[\]\\.]+)+$/u;
export const maximumEmailLength = 254;
export const maxDisplayNameLength = 64;

/** External sign-in providers. */
export const signInProviders = ["google", "steam"] as const;
export type Provider = (typeof signInProviders)[number];

/** The kinds of second factors. */
export const factorKinds = ["totp", "passkey"] as const;
export type FactorKind = (typeof factorKinds)[number];

export const maxFactorNameLength = 64;

/** Display names of the providers. */
export const providerNames: Readonly<Record<Provider, string>> = { google: "Google", steam: "Steam" };

/** Validation messages; spec/accounts 2.2 prescribes the first three. */
export const accountProblems = {
  passwordsDiffer: "Passwords do not match",
  passwordShort: "Password must be at least 6 characters long",
  tooYoung: "You must be at least 13 years old to register",
  usernameMissing: "Username is required",
  emailMissing: "Email is required",
  passwordMissing: "Password is required",
  displayNameLong: `Display name must have at most ${maxDisplayNameLength} characters`,
  passwordLong: "Password must be at most 128 characters long",
  adminPasswordShort: "Passwords of administrators must be at least 12 characters long",
  passwordCommon: "This password is too common",
  passwordOfNames: "Password must not be made of your name or the name of this site",
  codeMissing: "Enter the code",
  codeWrong: "This code is not valid",
  passkeyRefused: "This passkey is not valid",
  passkeyTaken: "This passkey is in use already",
  factorNameMissing: "Enter a name",
  factorNameLong: `Name must have at most ${maxFactorNameLength} characters`,
  username: "Username must have 3 to 32 letters, digits, underscores or hyphens",
  usernameTaken: "This username is already taken",
  email: "Please enter a valid email address",
  emailTaken: "This email is already registered",
  currentPasswordMissing: "Enter your current password",
  currentPasswordWrong: "Wrong password",
  birthday: "Enter a valid birthday",
  birthdayFuture: "Birthday cannot be in the future",
  explicitTooYoung: "You must be at least 18 years old to show explicit content",
} as const;

/** Whether the text is a real day as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Full years between two days, both `YYYY-MM-DD`. In other years, 29 February birthdays count on 1 March. */
export function ageOn(today: string, birthday: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4));
  return today.slice(5) < birthday.slice(5) ? years - 1 : years;
}

/** What is wrong with a birthday, or `null`. `today` and `birthday` are `YYYY-MM-DD`. */
export function birthdayProblem(birthday: string, today: string): string | null {
  if (!isDay(birthday) || birthday < "1900-01-01") return accountProblems.birthday;
  if (birthday > today) return accountProblems.birthdayFuture;
  return ageOn(today, birthday) < minimumAge ? accountProblems.tooYoung : null;
}

/** What is wrong with a new password, or `null`. */
export function passwordProblem(password: string): string | null {
  if (password.length < minimumPasswordLength) return accountProblems.passwordShort;
  return password.length > maximumPasswordLength ? accountProblems.passwordLong : null;
}

/** What is wrong with an email address, or `null`. */
export function emailProblem(email: string): string | null {
  return email.length <= maximumEmailLength && emailPattern.test(email) ? null : accountProblems.email;
}

/** What is wrong with a username, or `null`. */
export function usernameProblem(username: string): string | null {
  return usernamePattern.test(username) ? null : accountProblems.username;
}

/** What the registration form checks, in the order of spec/accounts 2.2; `null` if it is valid. */
export function registrationProblem(
  form: { password: string; confirmPassword: string; birthday: string },
  today: string,
): string | null {
  if (form.password !== form.confirmPassword) return accountProblems.passwordsDiffer;
  const password = passwordProblem(form.password);
  if (password) return password;
  return form.birthday ? birthdayProblem(form.birthday, today) : null;
}

/** Whether someone born on that day may see explicit games. */
export function maySeeExplicit(birthday: string | null, today: string): boolean {
  return birthday !== null && ageOn(today, birthday) >= explicitAge;
}

/** A path of this site to return to after signing in, or `/` for anything that could lead elsewhere. */
export function safeOrigin(path: unknown): string {
  // a second slash or a backslash would make it another host's address
  return typeof path === "string" && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) ? path : "/";
}

/** Why an external sign-in failed: the `error` of `/auth/callback`; `failed` has no text of its own. */
export const signInFailures = {
  not_configured: "Signing in with {provider} is not set up on this site.",
  cancelled: "You did not finish signing in with {provider}.",
  expired: "Signing in with {provider} took too long, or was begun in another browser. Try again.",
  unavailable: "{provider} does not respond right now. Try again later.",
  registration_closed: "Registration is closed, and no account here belongs to this sign-in.",
  email_taken: "An account here already uses your email address. Sign in to it, and link {provider} on your profile.",
  linked_elsewhere: "This {provider} account is linked to another account here.",
  already_linked: "Your account here is already linked to another {provider} account.",
} as const;
export type SignInFailure = keyof typeof signInFailures | "failed";

/** The key of its text and the provider's name, by the callback page's parameters (spec/accounts 7.2). */
export function signInFailureOf(
  error: string,
  provider: string | undefined,
): { failure: keyof typeof signInFailures | "failed" | "failed_steam"; provider: string } {
  const name = (providerNames as Partial<Record<string, string>>)[provider ?? "steam"];
  if (name && Object.hasOwn(signInFailures, error))
    return { failure: error as keyof typeof signInFailures, provider: name };
  return { failure: name === "Steam" ? "failed_steam" : "failed", provider: name ?? "" };
}

/** The same in English, for callers of the API. */
export function signInFailureText(error: string, provider: string | undefined): string {
  const { failure, provider: name } = signInFailureOf(error, provider);
  const texts = { ...signInFailures, failed: signInFailed, failed_steam: steamSignInFailed };
  return texts[failure].replace("{provider}", name);
}

export const signInFailed = "Authentication failed. Please try again.";
export const steamSignInFailed = "Steam authentication failed. Please try again.";
