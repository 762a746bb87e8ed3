import { perKey } from "../http/rate-limit.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Tries an hour at one account from everywhere that its owner has not signed in from (decisions.md section 4). */
const tries = 20;
/** And once its password is being guessed, however slowly. */
const triesUnderAttack = 3;
/** So many wrong passwords a day from elsewhere are no forgetful owner. */
const forgetful = 50;
/** Networks are counted to here, accounts are remembered to there: both are filled by whoever guesses. */
const mostNetworks = 1_000;
const mostAccounts = 20_000;

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
  /** Counts a try. Throws `rate_limited` when there were too many. */
  count(attempt: SignInTry): void;
  /** Notes that the password was wrong. Answers what was seen when that begins to look like guessing, once a day. */
  noteFailure(attempt: SignInTry): Guessing | null;
}

interface Watched {
  failures: number;
  networks: Set<string>;
  endsAt: number;
  /** Until when the account is slowed down. */
  slowUntil: number;
  isTold: boolean;
}

/**
 * Keeps passwords from being guessed by many machines together. All of them share one small budget an account, which
 * shrinks when the guessing goes on over a day; a network that the account was signed in from has a budget of its own, so
 * that nobody's guessing locks the owner out there. Counts are this process's own. `now` in milliseconds, of a clock that
 * nobody sets.
 */
export function createGuessingPolicy(scale: number, now = () => performance.now()): GuessingPolicy {
  const atHome = perKey(tries, hour, scale, { now });
  const elsewhere = perKey(tries, hour, scale, { now });
  const underAttack = perKey(triesUnderAttack, hour, scale, { now });
  const watched = new Map<string, Watched>();

  function watch(key: string): Watched {
    const time = now();
    let account = watched.get(key);
    if (!account || account.endsAt <= time) {
      account = {
        failures: 0,
        networks: new Set(),
        endsAt: time + day,
        slowUntil: account?.slowUntil ?? 0,
        isTold: false,
      };
      watched.delete(key);
      watched.set(key, account);
      if (watched.size > mostAccounts) watched.delete(watched.keys().next().value!);
    }
    return account;
  }

  return {
    count({ key, network, isKnown }) {
      if (isKnown) return atHome(`${key} ${network}`);
      if ((watched.get(key)?.slowUntil ?? 0) > now()) underAttack(key);
      elsewhere(key);
    },
    noteFailure({ key, network, isKnown }) {
      if (isKnown) return null;
      const account = watch(key);
      account.failures += 1;
      if (account.networks.size < mostNetworks) account.networks.add(network);
      const isGuessing = account.failures >= forgetful * Math.max(1, scale);
      if (isGuessing) account.slowUntil = now() + day;
      if (!isGuessing || account.isTold) return null;
      account.isTold = true;
      return { failures: account.failures, networks: account.networks.size };
    },
  };
}
