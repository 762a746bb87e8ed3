import { myStoresEndpoints } from "contract/my-stores/api.ts";
import { allStores, withoutUnknown } from "contract/my-stores/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerId } from "../../platform/http/bind.ts";
import { setMyStores } from "./commands.ts";
import { findChosenStores } from "./queries.ts";

export interface MyStoresOptions {
  db: Db;
  listStores(): readonly { key: StoreKey }[];
  /** Throws `invalid`, naming the field, for an unknown or disabled store. */
  requireStores(keys: readonly StoreKey[], field: string): void;
}

/** Mounts the calls about a user's chosen stores (spec/my-stores 1). */
export function myStoresRoutes(app: FastifyInstance, options: MyStoresOptions): void {
  const { db, listStores, requireStores } = options;

  bind(app, myStoresEndpoints.getMyStores, async (_, context) => {
    const chosen = await findChosenStores(db, callerId(context));
    return { myStores: chosen && withoutUnknown(chosen, listStores()) };
  });

  bind(app, myStoresEndpoints.setMyStores, async ({ body }, context) => {
    requireStores(body.stores, "stores");
    const userId = callerId(context);
    await setMyStores(db, userId, body);
    return { myStores: withoutUnknown((await findChosenStores(db, userId)) ?? allStores, listStores()) };
  });
}
