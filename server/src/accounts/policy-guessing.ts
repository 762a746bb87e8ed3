import type { Limits } from "../http/rate-limit.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Tries an hour at one account from everywhere that its owner has not signed in from (spec/accounts 3.4). */
const tries = 20;
/** And once its password is being guessed, however slowly. */
const triesUnderAttack = 3;
/** So many wrong passwords a day from elsewhere are no forgetful owner. */
const forgetful = 50;
/** Networks are counted to here: whoever guesses may have endless ones. */
const mostNetworks = 1_000;

/** What was seen of an attempt to guess a password. */
export interface Guessing {
  /** Wrong passwords within a day. */
  failures: number;
  /** From so many networks, or more. */
  networks: number;
}

/** One try to sign in. */
export interface SignInTry {
  /** `emailKey` of the address: unknown ones are counted like known ones, so that the limits tell nothing. */
  key: string;
  network: string;
  /** Whether the account was signed in to from that network before. */
  isKnown: boolean;
}

export interface GuessingPolicy {
  /** Counts a try. Rejects with `rate_limited` when there were too many. */
  count(attempt: SignInTry): Promise<void>;
  /** Notes that the password was wrong. Answers what was seen when that begins to look like guessing, once a day. */
  noteFailure(attempt: SignInTry): Promise<Guessing | null>;
}

/**
 * Keeps passwords from being guessed by many machines together. All of them share one small budget an account, which
 * shrinks when the guessing goes on over a day; a network that the account was signed in from has a budget of its own, so
 * that nobody's guessing locks the owner out there.
 */
export function createGuessingPolicy(limits: Pick<Limits, "scale" | "open" | "perKey">): GuessingPolicy {
  const atHome = limits.perKey("sign-ins from a known network", tries, hour);
  const elsewhere = limits.perKey("sign-ins from elsewhere", tries, hour);
  const underAttack = limits.perKey("sign-ins under attack", triesUnderAttack, hour);
  const mostFailures = Math.round(forgetful * Math.max(1, limits.scale));
  const failures = limits.open({ name: "wrong passwords", most: mostFailures, windowMs: day });
  const fromNetwork = limits.open({ name: "wrong passwords from a network", most: 1, windowMs: day });
  const networks = limits.open({ name: "networks of wrong passwords", most: mostNetworks, windowMs: day });
  /** Runs for as long as an account is slowed down. */
  const slowed = limits.open({ name: "slowed down", most: 1, windowMs: day });

  return {
    async count({ key, network, isKnown }) {
      if (isKnown) return atHome(`${key} ${network}`);
      if (await slowed.find(key)) await underAttack(key);
      await elsewhere(key);
    },
    async noteFailure({ key, network, isKnown }) {
      if (isKnown) return null;
      const [failed, failedThere] = await Promise.all([failures.count(key), fromNetwork.count(`${key} ${network}`)]);
      if (failedThere.tries === 1) await networks.count(key);
      if (failed.tries < mostFailures) return null;
      await slowed.restart(key);
      if (failed.tries > mostFailures) return null;
      return { failures: failed.tries, networks: (await networks.find(key))?.tries ?? 1 };
    },
  };
}
