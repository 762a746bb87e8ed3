import { AppError } from "contract/errors.ts";
import { createTurns } from "../turns.ts";
import { substituteHash } from "./password-cost.ts";
import { compareInThread, hashInThread, passwordsAtOnce } from "./password-thread.ts";

/** So many may wait, about a second's worth; the others are told to come back. */
const turns = createTurns(passwordsAtOnce, {
  longest: 120 * passwordsAtOnce,
  refuse: () => new AppError("unavailable", "Too many people sign in right now. Please try again.", { retryAfter: 3 }),
});

/** What the database keeps of a password. */
export function hashPassword(password: string): Promise<string> {
  return turns.run(() => hashInThread(normal(password)));
}

/**
 * Whether it is the password of that hash. `null`, for an unknown or a passwordless account, is never right and takes the
 * same time.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const same = await turns.run(() => compareInThread(normal(password), passwordHash ?? substituteHash));
  return same && passwordHash !== null;
}

/** The same letters typed on two systems can come as different characters. */
function normal(password: string): string {
  return password.normalize("NFC");
}
