import type { Db } from "../../../platform/db/connect.ts";
import type { Limits } from "../../../platform/http/limits/rate-limit.ts";
import type { Env } from "../../../platform/process/env.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { type Pace, preparePace } from "./pace.ts";

/** Dependencies of sending to channels. */
export interface ChannelDeps {
  db: Db;
  secretKey: SecretKey;
  env: Env;
  pace: Pace;
  siteName(): string;
  now(): Date;
}

interface Site extends Pick<ChannelDeps, "db" | "secretKey" | "env" | "siteName"> {
  limits: Pick<Limits, "tooMany" | "perKey">;
}

/** Call once per process. */
export function openChannels({ db, secretKey, env, siteName, limits }: Site): ChannelDeps {
  return { db, secretKey, env, siteName, pace: preparePace(limits), now: () => new Date() };
}
