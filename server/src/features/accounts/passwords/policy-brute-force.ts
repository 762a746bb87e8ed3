import type { Limits } from "../../../platform/http/limits/rate-limit.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Attempts an hour at one account from all networks that its owner has never signed in from (spec/accounts 3.4). */
const maxAttempts = 20;
/** The same for an account under attack. */
const maxAttemptsUnderAttack = 3;
/** Wrong passwords a day from unknown networks that mean an attack. */
const attackFailures = 50;
/** Bounds the count of networks, of which attackers may have any number. */
const maxNetworks = 1_000;

/** A brute-force attack on an account. */
export interface BruteForce {
  /** Wrong passwords within a day. */
  failures: number;
  /** At least this many. */
  networks: number;
}

export interface SignInAttempt {
  /** `emailKey` of the address. Unknown ones count like known ones, so that limits do not reveal accounts. */
  key: string;
  network: string;
  /** Whether the account has been signed in to from that network. */
  isKnown: boolean;
}

export interface BruteForcePolicy {
  /** Counts an attempt. Rejects with `rate_limited` beyond the limit. */
  count(attempt: SignInAttempt): Promise<void>;
  /** Counts a wrong password. Returns the attack when it first looks like one, once a day. */
  noteFailure(attempt: SignInAttempt): Promise<BruteForce | null>;
}

/**
 * Limits distributed brute-force attacks. All unknown networks share one budget per account, which shrinks when an
 * attack lasts; each known network has a budget of its own, so that attackers cannot lock the owner out there.
 */
export function createBruteForcePolicy(limits: Pick<Limits, "scale" | "open" | "perKey">): BruteForcePolicy {
  const countKnownNetwork = limits.perKey("sign-ins from a known network", maxAttempts, hour);
  const countUnknownNetworks = limits.perKey("sign-ins from elsewhere", maxAttempts, hour);
  const countUnderAttack = limits.perKey("sign-ins under attack", maxAttemptsUnderAttack, hour);
  const maxFailures = Math.round(attackFailures * Math.max(1, limits.scale));
  const failures = limits.open({ name: "wrong passwords", max: maxFailures, windowMs: day });
  const fromNetwork = limits.open({ name: "wrong passwords from a network", max: 1, windowMs: day });
  const networks = limits.open({ name: "networks of wrong passwords", max: maxNetworks, windowMs: day });
  /** Its window is open while the account is under attack. */
  const slowed = limits.open({ name: "slowed down", max: 1, windowMs: day });

  return {
    async count({ key, network, isKnown }) {
      if (isKnown) return countKnownNetwork(`${key} ${network}`);
      if (await slowed.find(key)) await countUnderAttack(key);
      await countUnknownNetworks(key);
    },
    async noteFailure({ key, network, isKnown }) {
      if (isKnown) return null;
      const [failed, failedThere] = await Promise.all([failures.count(key), fromNetwork.count(`${key} ${network}`)]);
      if (failedThere.attempts === 1) await networks.count(key);
      if (failed.attempts < maxFailures) return null;
      await slowed.restart(key);
      if (failed.attempts > maxFailures) return null;
      return { failures: failed.attempts, networks: (await networks.find(key))?.attempts ?? 1 };
    },
  };
}
