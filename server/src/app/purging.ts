import { trySessionLock } from "../db/session-lock.ts";
import type { Observation } from "../observability/observe.ts";
import { type Purger, startPurging } from "../outgoing/purge.ts";
import type { Foundation } from "./foundation.ts";

const nobody: Purger = { listen: (followers) => followers, close: async () => {} };

/** Begins to tell the caches in front of changes, where the operator has set whom to tell, and this process does jobs. */
export function openPurger({ connection, env, log }: Foundation, { countPurge }: Observation): Purger {
  const { cdnPurgeUrl: url, cdnPurgeToken: token } = env;
  if (url === undefined || env.role === "web") return nobody;
  return startPurging({ url, token, takeTurn: () => trySessionLock(connection, "purge"), log, onOutcome: countPurge });
}
