import { trySessionLock } from "../platform/db/session-lock.ts";
import type { Observation } from "../platform/observability/observe.ts";
import { type Purger, startPurging } from "../platform/outgoing/purge.ts";
import type { Foundation } from "./foundation.ts";

const noPurger: Purger = { listen: (subscribers) => subscribers, close: async () => {} };

/** Starts purging the CDN, if it is configured and this process runs jobs. */
export function openPurger({ connection, env, log }: Foundation, { countPurge }: Observation): Purger {
  const { cdnPurgeUrl: url, cdnPurgeToken: token } = env;
  if (url === undefined || env.role === "web") return noPurger;
  return startPurging({
    url,
    token,
    acquireLock: () => trySessionLock(connection, "purge"),
    log,
    onOutcome: countPurge,
  });
}
