import type { Db } from "../../../platform/db/connect.ts";
import type { Limits } from "../../../platform/http/limits/rate-limit.ts";
import { type Device, findKnownPlace } from "../sessions/known-devices.ts";

const hour = 3_600_000;

/** Wrong codes and passkeys an hour for an account from all places that it does not know, and from each known one. */
const maxFailures = 20;

/** The wrong second factors of an account. */
export interface FactorAttempts {
  /** To be called before a factor is verified. Throws `rate_limited` after too many wrong ones. */
  require(userId: number, device: Device): Promise<void>;
  noteFailure(userId: number, device: Device): Promise<void>;
}

/**
 * Limits how often second factors can be guessed. Someone who knows the password cannot lock the owner out: only wrong
 * ones count, and each browser and network that the account was signed in to from has a limit of its own.
 */
export function limitFactorAttempts(db: Db, limits: Pick<Limits, "failuresPerKey">): FactorAttempts {
  const failures = limits.failuresPerKey("wrong second factors", maxFailures, hour);
  const keyOf = async (userId: number, device: Device) =>
    `${userId} ${(await findKnownPlace(db, userId, device, new Date())) ?? "elsewhere"}`;
  return {
    require: async (userId, device) => failures.require(await keyOf(userId, device)),
    noteFailure: async (userId, device) => failures.count(await keyOf(userId, device)),
  };
}
