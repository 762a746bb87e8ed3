import { keyEndpoints } from "contract/accounts/key-api.ts";
import { mayGive, scopes } from "contract/scopes.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../../platform/db/connect.ts";
import { bind, type CallContext, callerId, callerOf } from "../../../platform/http/bind.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import type { Caller } from "../sessions/commands-reauthenticate.ts";
import { createKey, revokeKeys } from "./commands.ts";
import { toApiKey } from "./present.ts";
import { listKeys } from "./queries.ts";

export interface KeyOptions {
  db: Db;
  secretKey: SecretKey;
  callerOf(context: CallContext): Caller;
}

/** API keys of the caller. Managing them needs a session. */
export function keyRoutes(app: FastifyInstance, { db, secretKey, callerOf: sessionOf }: KeyOptions): void {
  const mailing = () => ({ secretKey, now: new Date() });

  bind(app, keyEndpoints.listKeys, async (_, context) => ({
    keys: (await listKeys(db, callerId(context))).map(toApiKey),
    scopes: scopes.filter((scope) => mayGive(scope, callerOf(context).permissions)),
  }));

  bind(
    app,
    keyEndpoints.createKey,
    async ({ body }, context) => {
      const { key, token } = await createKey(db, sessionOf(context), body, mailing());
      return { key: toApiKey(key), token };
    },
    { form: true },
  );

  bind(app, keyEndpoints.revokeKey, ({ params }, context) => revokeKeys(db, callerId(context), params.id, mailing()));

  bind(app, keyEndpoints.revokeAllKeys, (_, context) => revokeKeys(db, callerId(context), "all", mailing()));
}
