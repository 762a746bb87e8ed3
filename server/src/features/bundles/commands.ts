import { type BundleTier, bundleProblems } from "contract/bundles/rules.ts";
import type { AdminBundle, BundleFields } from "contract/bundles/schema.ts";
import { AppError, invalid } from "contract/core/errors.ts";
import { toMinor } from "contract/core/money.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { changedFields, changedMeanwhile, type FieldsEdit, isStale, pickFields } from "../../platform/db/versions.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { toAdminBundle } from "./present.ts";
import { requireBundle } from "./queries.ts";
import { bundleItems, bundles } from "./table.ts";

/** Creates a bundle by hand. Throws `invalid` for an unknown store or game, and for fields that contradict each other. */
export function createBundle(db: Db, editor: Actor, fields: BundleFields, now: Date): Promise<AdminBundle> {
  return db.transaction(async (tx) => {
    await checkFields(tx, fields);
    const [row] = await tx
      .insert(bundles)
      .values({ ...toColumns(fields), edited: true, seenAt: now, updatedAt: now })
      .returning({ id: bundles.id });
    await saveItems(tx, row!.id, fields.items);
    const created = toAdminBundle(await requireBundle(tx, row!.id, now));
    await recordChange(tx, editor, {
      action: "CREATE",
      ...toAuditResource(created),
      description: `Added the bundle ${created.title}`,
      newValue: fieldsOf(created),
    });
    await enqueue(tx, "settle-bundles", [{}]);
    return created;
  });
}

export interface BundleEdit {
  fields: FieldsEdit<BundleFields>;
  /** The version that the edit started from. Left out: replaces any version. */
  baseVersion?: number | undefined;
}

/**
 * Changes a bundle, which imports then leave as it is; an edit that changes nothing is not recorded. Throws as
 * `createBundle`, `not_found`, and `stale` when it is no longer at `baseVersion`.
 */
export function changeBundle(
  db: Db,
  editor: Actor,
  id: number,
  { fields, baseVersion }: BundleEdit,
  now: Date,
): Promise<AdminBundle> {
  return db.transaction(async (tx) => {
    await lockBundle(tx, id);
    const found = await requireBundle(tx, id, now);
    const before = toAdminBundle(found);
    if (isStale(before, baseVersion)) throw changedMeanwhile("this bundle", before);
    const old = fieldsOf(before);
    const changed = changedFields(old, fields);
    if (Object.keys(changed).length === 0) return before;
    const edited = { ...old, ...changed };
    await checkFields(tx, edited);
    await tx
      .update(bundles)
      .set({ ...toColumns(edited), edited: true, version: before.version + 1, updatedAt: now })
      .where(eq(bundles.id, id));
    if (changed.items) {
      // what an item is sold as stays known, so that decisions about it still count
      const sold = new Map(found.items.map(({ item }) => [item.title, item]));
      const items = edited.items.map((item) => {
        const { productId = null, steamAppid = null } = sold.get(item.title) ?? {};
        return { ...item, productId, steamAppid };
      });
      await saveItems(tx, id, items);
    }
    const after = toAdminBundle(await requireBundle(tx, id, now));
    await recordChange(tx, editor, {
      action: "UPDATE",
      ...toAuditResource(after),
      description: `Changed the bundle ${after.title}`,
      oldValue: pickFields(old, changed),
      newValue: pickFields(fieldsOf(after), changed),
    });
    await enqueue(tx, "settle-bundles", [{}]);
    return after;
  });
}

/** Throws `not_found`. */
export function deleteBundle(db: Db, editor: Actor, id: number, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    await lockBundle(tx, id);
    const bundle = toAdminBundle(await requireBundle(tx, id, now));
    await tx.delete(bundles).where(eq(bundles.id, id));
    await recordChange(tx, editor, {
      action: "DELETE",
      ...toAuditResource(bundle),
      description: `Deleted the bundle ${bundle.title}`,
      oldValue: fieldsOf(bundle),
    });
  });
}

/** An item as it is stored; those without an id of their product are not matched by decisions. */
export type SavedItem = BundleFields["items"][number] & { productId?: string | null; steamAppid?: number | null };

/** Replaces the items of a bundle. */
export async function saveItems(tx: Db, bundleId: number, items: readonly SavedItem[]): Promise<void> {
  await tx.delete(bundleItems).where(eq(bundleItems.bundleId, bundleId));
  if (items.length === 0) return;
  await tx.insert(bundleItems).values(
    items.map((item, position) => ({
      bundleId,
      position,
      title: item.title,
      kind: item.kind,
      tier: item.tier,
      productId: item.productId ?? null,
      steamAppid: item.steamAppid ?? null,
      gameId: item.game_id,
      activatesOn: item.activates_on,
      activatesIn: item.activates_in,
    })),
  );
}

/** The columns of a bundle, with amounts in minor units. */
export function toColumns(fields: Omit<BundleFields, "items">) {
  return {
    store: fields.store,
    title: fields.title,
    address: fields.address,
    kind: fields.kind,
    countries: fields.countries,
    beginsAt: fields.begins_at === null ? null : new Date(fields.begins_at),
    endsAt: fields.ends_at === null ? null : new Date(fields.ends_at),
    redeemBy: fields.redeem_by,
    complete: fields.complete,
    games: fields.games,
    tiers: fields.tiers.map(toMinorTier),
  };
}

function toMinorTier({ price, prices, ...same }: BundleTier): BundleTier {
  const toMinorPrice = ({ amount, currency }: NonNullable<BundleTier["price"]>) => {
    return { amount: toMinor(amount, currency)!, currency };
  };
  const byCountry = Object.entries(prices).map(([country, one]) => [country, toMinorPrice(one)]);
  return { ...same, price: price && toMinorPrice(price), prices: Object.fromEntries(byCountry) };
}

/** Throws `invalid`. */
async function checkFields(tx: Db, fields: BundleFields): Promise<void> {
  const problems = bundleProblems(fields);
  const { rows: known } = await tx.execute(sql`select from stores where key = ${fields.store}`);
  if (known.length === 0) problems.push({ path: "store", msg: `Unknown store: ${fields.store}` });
  const ids = fields.items.flatMap(({ game_id }) => game_id ?? []);
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from games where id = any(${sql.param(ids)}::integer[])
  `);
  const existing = new Set(rows.map(({ id }) => id));
  for (const [n, { game_id }] of fields.items.entries()) {
    if (game_id !== null && !existing.has(game_id)) {
      problems.push({ path: `items.${n}.game_id`, msg: `There is no game ${game_id}` });
    }
  }
  if (problems.length > 0) throw invalid(problems);
}

async function lockBundle(tx: Db, id: number): Promise<void> {
  const { rowCount } = await tx.execute(sql`select from bundles where id = ${id} for update`);
  if (rowCount === 0) throw new AppError("not_found", `There is no bundle ${id}`);
}

/** What administrators edit, of what they see. */
function fieldsOf(bundle: AdminBundle): BundleFields {
  const { id, edited, shown, version, updated_at, items, ...fields } = bundle;
  return { ...fields, items: items.map(({ game, steam_appid, waits, ...item }) => item) };
}

function toAuditResource({ id, title }: { id: number; title: string }) {
  return { resourceType: "bundle", resourceId: id, resourceKey: title } as const;
}
