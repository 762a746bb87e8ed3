import type { Db } from "../../../platform/db/connect.ts";
import type { Limits } from "../../../platform/http/limits/rate-limit.ts";
import type { Env } from "../../../platform/process/env.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import type { Readers } from "../../users/queries-readers.ts";
import { type ChannelConfig, kinds, targetOf } from "./config.ts";
import type { Kind } from "./kinds/kind.ts";

/** Dependencies of sending to channels. */
export interface ChannelDeps {
  db: Db;
  secretKey: SecretKey;
  env: Env;
  pace: Pace;
  readers: Readers;
  siteName(): string;
  now(): Date;
}

interface Site extends Pick<ChannelDeps, "db" | "secretKey" | "env" | "readers" | "siteName"> {
  limits: Pick<Limits, "tooMany" | "perKey">;
}

/** Call once per process. */
export function openChannels({ db, secretKey, env, readers, siteName, limits }: Site): ChannelDeps {
  return { db, secretKey, env, readers, siteName, pace: preparePace(limits), now: () => new Date() };
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Limits what the site sends, over all processes, so that no user can make it flood others (spec/notifications 3.5). */
interface Pace {
  /** Counts a delivery. Returns whether it may be sent now. */
  mayDeliver(userId: number, config: ChannelConfig): Promise<boolean>;
  /** Counts a message that a user requests: a code or a test. Throws `rate_limited`. */
  countRequest(userId: number, config: ChannelConfig): Promise<void>;
}

const sharedHosts = Object.values(kinds).flatMap((kind) => kind.sharedHosts);

const tooMany = "Too many messages to this channel. Try again later.";

export function preparePace(limits: Pick<Limits, "tooMany" | "perKey">): Pace {
  const ofUser = limits.tooMany("deliveries of a user", 120, hour);
  const toHost = limits.tooMany("deliveries to a host", 60, minute);
  const toSharedHost = limits.tooMany("deliveries to a shared host", 1_200, minute);
  const requestsOfUser = limits.perKey("messages to channels by a user", 20, hour, tooMany);
  const requestsToTarget = limits.perKey("messages to a channel on request", 10, hour, tooMany);
  const requestsToHost = limits.perKey("messages to a host on request", 30, hour, tooMany);
  const mailsToAddress = limits.perKey("codes to an address", 5, day, tooMany);

  const ofKind = Object.entries(kinds).flatMap(([kind, { pace }]: [string, Kind<never>]) => {
    if (!pace) return [];
    const toTarget = limits.tooMany(`${kind} to a target`, pace.perTarget.max, pace.perTarget.windowMs);
    const fromSite = limits.tooMany(`${kind} from the site`, pace.perSite.max, pace.perSite.windowMs);
    const isTooMany = async (target: string) => (await toTarget(target)) || (await fromSite(kind));
    return [{ kind, isTooMany }];
  });

  return {
    async mayDeliver(userId, config) {
      const host = hostOf(config);
      const isTooMany = (await ofUser(String(userId))) || (await (isShared(host) ? toSharedHost : toHost)(host));
      if (isTooMany) return false;
      return !(await ofKind.find(({ kind }) => kind === config.kind)?.isTooMany(targetOf(config)));
    },
    async countRequest(userId, config) {
      await requestsOfUser(String(userId));
      if (config.kind === "mail") return mailsToAddress(config.address?.toLowerCase() ?? `account ${userId}`);
      await requestsToTarget(targetOf(config));
      const host = hostOf(config);
      if (!isShared(host)) await requestsToHost(host);
    },
  };
}

function hostOf(config: ChannelConfig): string {
  return URL.parse(targetOf(config))?.hostname ?? "";
}

function isShared(host: string): boolean {
  return sharedHosts.some((shared) => host === shared || host.endsWith(`.${shared}`));
}
