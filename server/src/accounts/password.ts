import { hash, verify } from "@node-rs/argon2";
import { AppError } from "contract/errors.ts";

/** argon2id with 64 MiB and 3 passes: about 70 ms on one core. */
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** So many run at once: each holds its memory for as long as it runs. */
const atOnce = 2;
/** So many may wait, about two seconds' worth; the others are told to come back. */
const mostWaiting = 60;

/** What a password is compared with where there is none, so that it takes as long. */
let substitute: Promise<string> | undefined;

/** What the database keeps of a password. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normal(password), cost));
}

/**
 * Whether it is the password of that hash. `null`, for an unknown or a passwordless account, is never right and takes the
 * same time.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  substitute ??= hash("nobody's password", cost);
  const compared = passwordHash ?? (await substitute);
  const same = await inTurn(() => verify(compared, normal(password)));
  return same && passwordHash !== null;
}

/** The same letters typed on two systems can come as different characters. */
function normal(password: string): string {
  return password.normalize("NFC");
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= mostWaiting) {
    throw new AppError("unavailable", "Too many people sign in right now. Please try again.", { retryAfter: 3 });
  }
  if (running < atOnce) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // the turn goes to the next one in line without being given back
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
