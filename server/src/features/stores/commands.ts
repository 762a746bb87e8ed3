import { isDeepStrictEqual } from "node:util";
import { AppError, invalid } from "contract/core/errors.ts";
import { flatStores } from "contract/stores/flat-stores.ts";
import type { PackFacts } from "contract/stores/pack.ts";
import type { AdminStore, StoreFields } from "contract/stores/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { textArrayOf } from "../../platform/db/arrays.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { changedFields, changedMeanwhile, type FieldsEdit, isStale, pickFields } from "../../platform/db/versions.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { toAdminStore } from "./present.ts";
import { listStores, requireStore } from "./queries.ts";
import { stores } from "./table.ts";

/** What prices know of a store; passed in, as `prices` imports this feature. */
export interface ShownPrices {
  /** Call it before any other lock is taken. */
  lockPrices(tx: Db): Promise<void>;
  recomputePrices(
    tx: Db,
    changed: { stores: readonly StoreKey[]; what: readonly ("enabled" | "kind" | "order")[] },
    now: Date,
  ): Promise<void>;
  /** Whether a price file of the store is set up. */
  hasFeed(tx: Db, store: StoreKey): Promise<boolean>;
}

type Edit = FieldsEdit<StoreFields>;

/** `color` is gray if absent, and the store is disabled. */
export type NewStore = Edit & Pick<StoreFields, "name" | "kind"> & { key: StoreKey; pack?: PackFacts };

/** Adds a store at the end. Throws `conflict` when the key is taken. */
export function createStore(db: Db, editor: Actor, { key, pack, ...fields }: NewStore, now: Date): Promise<AdminStore> {
  return db.transaction(async (tx) => {
    await lockStores(tx);
    const all = await listStores(tx);
    if (all.some((store) => store.key === key)) {
      const msg = `There is a store ${key} already`;
      throw new AppError("conflict", msg, { details: [{ path: "key", msg }] });
    }
    const position = Math.max(0, ...all.map((store) => store.position)) + 1;
    const { name, kind } = fields;
    const columns = { color: "gray", ...toColumns(fields), name, kind, key, pack, position, updatedAt: now } as const;
    await tx.insert(stores).values(columns);
    const created = toAdminStore(await requireStore(tx, key));
    await recordChange(tx, editor, {
      action: "CREATE",
      ...toAuditResource(key),
      description: `Added the store ${created.name}`,
      newValue: { ...fieldsOf(created), ...pack },
    });
    return created;
  });
}

export interface StoreEdit {
  fields: Edit;
  /** The version that the edit started from. Left out: replaces any version. */
  baseVersion?: number | undefined;
}

/**
 * Changes a store; an edit that changes nothing is not recorded. Throws `not_found`, and `stale` when the store is no
 * longer at `baseVersion`.
 */
export function changeStore(
  db: Db,
  prices: ShownPrices,
  editor: Actor,
  key: StoreKey,
  { fields, baseVersion }: StoreEdit,
  now: Date,
): Promise<AdminStore> {
  return db.transaction(async (tx) => {
    if (fields.enabled !== undefined || fields.kind !== undefined) await prices.lockPrices(tx);
    await lockStores(tx);
    const before = toAdminStore(await requireStore(tx, key));
    if (isStale(before, baseVersion)) throw changedMeanwhile("this store", before);
    const changed = changedFields<StoreFields>(before, fields);
    const names = Object.keys(changed);
    if (names.length === 0) return before;
    const change = { ...toColumns(fields), version: before.version + 1, updatedAt: now };
    await tx.update(stores).set(change).where(eq(stores.key, key));
    const after = toAdminStore(await requireStore(tx, key));
    const what = (["enabled", "kind"] as const).filter((name) => names.includes(name));
    if (what.length > 0) await prices.recomputePrices(tx, { stores: [key], what }, now);
    await recordChange(tx, editor, {
      action: "UPDATE",
      ...toAuditResource(key),
      description: describeChange(after, names),
      oldValue: pickFields<StoreFields>(before, changed),
      newValue: pickFields<StoreFields>(after, changed),
    });
    return after;
  });
}

/**
 * Puts the stores in this order; those not named follow in their present order. Throws `invalid` for unknown and
 * repeated keys.
 */
export function orderStores(
  db: Db,
  prices: ShownPrices,
  editor: Actor,
  keys: readonly StoreKey[],
  now: Date,
): Promise<AdminStore[]> {
  return db.transaction(async (tx) => {
    await prices.lockPrices(tx);
    await lockStores(tx);
    const all = await listStores(tx);
    const before = all.map(({ key }) => key);
    requireDistinct(keys, before);
    const after = [...keys, ...before.filter((key) => !keys.includes(key))];
    if (isDeepStrictEqual(after, before)) return all.map(toAdminStore);
    await tx.execute(sql`
      update stores set position = target.position
      from unnest(${textArrayOf(after)}::text[]) with ordinality as target (key, position)
      where stores.key = target.key and stores.position <> target.position
    `);
    const isShown = (key: StoreKey) => all.some((store) => store.key === key && store.enabled);
    const shownBefore = before.filter(isShown);
    const moved = after.filter(isShown).filter((key, place) => shownBefore[place] !== key);
    await prices.recomputePrices(tx, { stores: moved, what: ["order"] }, now);
    await recordChange(tx, editor, {
      action: "UPDATE",
      ...toAuditResource("order of the stores"),
      description: "Changed the order of the stores",
      oldValue: before,
      newValue: after,
    });
    return (await listStores(tx)).map(toAdminStore);
  });
}

/**
 * Deletes a store. Throws `not_found`, and `conflict` for one that has offers, a feed, or that the site itself uses.
 */
export function deleteStore(db: Db, prices: ShownPrices, editor: Actor, key: StoreKey): Promise<void> {
  return db.transaction(async (tx) => {
    await lockStores(tx);
    const store = toAdminStore(await requireStore(tx, key));
    if (flatStores.some((store) => store === key))
      throw new AppError("conflict", `${store.name} is a part of the site: disable it instead`);
    if (store.offers > 0) throw new AppError("conflict", `${store.name} has offers: disable it instead`);
    if (await prices.hasFeed(tx, key)) throw new AppError("conflict", `${store.name} has a feed: remove that first`);
    await tx.delete(stores).where(eq(stores.key, key));
    await recordChange(tx, editor, {
      action: "DELETE",
      ...toAuditResource(key),
      description: `Deleted the store ${store.name}`,
      oldValue: fieldsOf(store),
    });
  });
}

/** Serializes changes to keep positions distinct, without blocking writes of prices. */
async function lockStores(tx: Db): Promise<void> {
  await tx.execute(sql`lock table stores in share row exclusive mode`);
}

function requireDistinct(keys: readonly StoreKey[], existing: readonly StoreKey[]): void {
  const problems = keys.flatMap((key, index) => {
    if (!existing.includes(key)) return [{ path: `keys.${index}`, msg: `Unknown store: ${key}` }];
    return keys.indexOf(key) < index ? [{ path: `keys.${index}`, msg: `Named twice: ${key}` }] : [];
  });
  if (problems.length > 0) throw invalid(problems);
}

function toColumns({ reports_stock, link_templates, open_data_licence, ...same }: Edit) {
  const columns = {
    ...same,
    reportsStock: reports_stock,
    linkTemplates: link_templates,
    openDataLicence: open_data_licence,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<
    typeof stores.$inferInsert
  >;
}

function describeChange({ name, enabled }: AdminStore, changed: readonly string[]): string {
  if (changed.length === 1 && changed[0] === "enabled") return `${enabled ? "Enabled" : "Disabled"} the store ${name}`;
  return `Changed the store ${name}`;
}

function fieldsOf({ version, updated_at, offers, key, ...fields }: AdminStore) {
  return fields;
}

function toAuditResource(key: string) {
  return { resourceType: "store", resourceKey: key } as const;
}
