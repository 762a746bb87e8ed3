import type { Db } from "../../platform/db/connect.ts";
import { listChannels } from "../notifications/channels/queries-channels.ts";
import { listKeys } from "./api-keys/queries.ts";
import { listFactors } from "./factors/queries.ts";
import type { Access } from "./present-mail.ts";

/** What gives access to the account besides its password and linked identities, or receives its notifications. */
export async function findAccess(db: Db, userId: number): Promise<Access> {
  const factors = await listFactors(db, userId);
  const channels = await listChannels(db, userId);
  return {
    apps: factors.filter(({ kind }) => kind === "totp").length,
    passkeys: factors.filter(({ kind }) => kind === "passkey").length,
    keys: (await listKeys(db, userId)).length,
    channels: channels.map(({ kind, disabledAt }) => (disabledAt ? `${kind}, disabled` : kind)),
  };
}
