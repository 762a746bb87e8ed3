import { AppError } from "contract/core/errors.ts";
import { Piscina } from "piscina";
import { sizes } from "../../../platform/process/sizes.ts";
import { substituteHash } from "./password-cost.ts";
import type { PasswordTask } from "./password-worker.ts";

const maxThreads = sizes.passwordThreads;
/** About a second's worth waits; the rest is refused. */
const maxPending = 121 * maxThreads;

const pool = new Piscina<PasswordTask, string | boolean>({
  filename: new URL("./password-worker.ts", import.meta.url).href,
  minThreads: 0,
  maxThreads,
  idleTimeout: 60_000,
  niceIncrement: 5,
  // argon2 allocates outside of the heap
  resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
});
let pending = 0;

/** The hash to store for a password. Throws `unavailable` while too many wait, like `isPassword`. */
export function hashPassword(password: string): Promise<string> {
  return run(password, null) as Promise<string>;
}

/**
 * Whether it is the password of that hash. `null`, for an unknown account or one without a password, never matches and
 * takes the same time.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await run(password, passwordHash ?? substituteHash);
  return matches === true && passwordHash !== null;
}

async function run(password: string, hash: string | null): Promise<string | boolean> {
  if (pending >= maxPending) {
    throw new AppError("unavailable", "Too many people are signing in right now. Try again.", { retryAfter: 3 });
  }
  pending++;
  try {
    // the same letters typed on two systems can arrive as different characters
    return await pool.run({ password: password.normalize("NFC"), hash });
  } finally {
    pending--;
  }
}
