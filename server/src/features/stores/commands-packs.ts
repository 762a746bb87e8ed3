import { isDeepStrictEqual } from "node:util";
import { AppError, invalid } from "contract/core/errors.ts";
import { maxPackBytes, StorePack } from "contract/stores/pack.ts";
import type { AdminStore } from "contract/stores/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq } from "../../platform/db/drizzle.ts";
import { GuardError } from "../../platform/outgoing/addresses.ts";
import { fetchGuarded } from "../../platform/outgoing/fetch-guarded.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { changeStore, createStore, type ShownPrices } from "./commands.ts";
import { toAdminStore } from "./present.ts";
import { listStoreKeys, requireStore } from "./queries.ts";
import { stores } from "./table.ts";

export interface ImportedStore {
  store: AdminStore;
  /** Whether it is new here; it is disabled then. */
  added: boolean;
}

/**
 * Adds the store of a pack, disabled and behind all others, or gives the store of that key the facts of the pack; its
 * place, its link templates and whether it is enabled stay. A pack that changes nothing is not recorded.
 */
export function importPack(
  db: Db,
  prices: ShownPrices,
  editor: Actor,
  { format: _, key, countries, feed, source, ...fields }: StorePack,
  now: Date,
): Promise<ImportedStore> {
  return db.transaction(async (tx) => {
    await prices.lockPrices(tx);
    const pack = { countries, feed, source };
    if (!(await listStoreKeys(tx)).includes(key)) {
      return { store: await createStore(tx, editor, { key, ...fields, pack }, now), added: true };
    }
    await changeStore(tx, prices, editor, key, { fields }, now);
    const { pack: before } = await requireStore(tx, key);
    if (!isDeepStrictEqual(before, pack)) {
      await tx.update(stores).set({ pack }).where(eq(stores.key, key));
      await recordChange(tx, editor, {
        action: "IMPORT",
        resourceType: "store",
        resourceKey: key,
        description: `Imported the pack of the store ${fields.name}`,
        oldValue: before,
        newValue: pack,
      });
    }
    return { store: toAdminStore(await requireStore(tx, key)), added: false };
  });
}

/** The pack in a text. Throws `invalid`, naming every wrong field. */
export function parsePack(text: string): StorePack {
  const parsed = StorePack.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map(({ path, message }) => ({ path: ["pack", ...path].join("."), msg: message })));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid([{ path: "pack", msg: `Expected a store as JSON: ${(error as Error).message}` }]);
  }
}

const timeoutMs = 10_000;

/**
 * The pack at an address, which must be https on the public internet. Throws `invalid` with the reason, also where the
 * address does not respond.
 */
export async function fetchPack(address: string): Promise<StorePack> {
  const refuse = (msg: string) => invalid([{ path: "address", msg }]);
  const chunks: Buffer[] = [];
  try {
    const options = { signal: AbortSignal.timeout(timeoutMs), maxBytes: maxPackBytes };
    const response = await fetchGuarded(address, options);
    if (response.status !== 200) {
      response.cancel();
      throw refuse(`The address responded with status ${response.status}`);
    }
    for await (const chunk of response.body) chunks.push(chunk);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // other errors would tell what runs where
    throw refuse(error instanceof GuardError ? error.message : "The address does not respond");
  }
  return parsePack(Buffer.concat(chunks).toString("utf8"));
}
