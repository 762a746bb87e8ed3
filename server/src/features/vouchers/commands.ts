import { createHmac } from "node:crypto";
import { AppError, invalid } from "contract/core/errors.ts";
import { toMinor } from "contract/core/money.ts";
import type { AdminVoucher, VoucherFields } from "contract/vouchers/api.ts";
import { voucherProblems } from "contract/vouchers/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, lte, sql } from "../../platform/db/drizzle.ts";
import { changedFields, changedMeanwhile, type FieldsEdit, isStale, pickFields } from "../../platform/db/versions.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { lastUncountedDay, requireVoucher } from "./queries.ts";
import { vouchers, voucherVotes } from "./table.ts";

/** Creates a voucher. Throws `invalid` for an unknown store or game, and for fields that contradict each other. */
export function createVoucher(
  db: Db,
  editor: Actor,
  fields: VoucherFields,
  { now, promotionId = null }: { now: Date; promotionId?: string | null },
): Promise<AdminVoucher> {
  return db.transaction(async (tx) => {
    await checkFields(tx, fields);
    const [row] = await tx
      .insert(vouchers)
      .values({ ...toColumns(fields), promotionId, updatedAt: now })
      .returning({ id: vouchers.id });
    const created = await requireVoucher(tx, row!.id, now);
    await recordChange(tx, editor, {
      action: "CREATE",
      ...toAuditResource(created),
      description: `Added the voucher ${created.code}`,
      newValue: fieldsOf(created),
    });
    return created;
  });
}

export interface VoucherEdit {
  fields: FieldsEdit<VoucherFields>;
  /** The version that the edit started from. Left out: replaces any version. */
  baseVersion?: number | undefined;
}

/** An edit that changes nothing is not recorded. Throws as `createVoucher`, `not_found`, and `stale`. */
export function changeVoucher(
  db: Db,
  editor: Actor,
  id: number,
  { fields, baseVersion }: VoucherEdit,
  now: Date,
): Promise<AdminVoucher> {
  return db.transaction(async (tx) => {
    await lockVoucher(tx, id);
    const before = await requireVoucher(tx, id, now);
    if (isStale(before, baseVersion)) throw changedMeanwhile("this voucher", before);
    const old = fieldsOf(before);
    const changed = changedFields(old, fields);
    if (Object.keys(changed).length === 0) return before;
    const edited = { ...old, ...changed };
    await checkFields(tx, edited, old);
    await tx
      .update(vouchers)
      .set({ ...toColumns(edited), version: before.version + 1, updatedAt: now })
      .where(eq(vouchers.id, id));
    const after = await requireVoucher(tx, id, now);
    await recordChange(tx, editor, {
      action: "UPDATE",
      ...toAuditResource(after),
      description: `Changed the voucher ${after.code}`,
      oldValue: pickFields(old, changed),
      newValue: changed,
    });
    return after;
  });
}

/** Throws `not_found`. */
export function deleteVoucher(db: Db, editor: Actor, id: number, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    await lockVoucher(tx, id);
    const voucher = await requireVoucher(tx, id, now);
    await tx.delete(vouchers).where(eq(vouchers.id, id));
    await recordChange(tx, editor, {
      action: "DELETE",
      ...toAuditResource(voucher),
      description: `Deleted the voucher ${voucher.code}`,
      oldValue: fieldsOf(voucher),
    });
  });
}

export interface Vote {
  works: boolean;
  /** The visitor's address, which is not stored. */
  address: string;
  /** Makes hashes of addresses that cannot be guessed. */
  key: Buffer;
}

/** Records a visitor's vote; the last one of a day counts. Throws `not_found`. */
export async function voteOnVoucher(
  db: Db,
  id: number,
  { works, address, key }: Vote,
  now: Date,
): Promise<AdminVoucher> {
  const voucher = await requireVoucher(db, id, now);
  const day = now.toISOString().slice(0, 10);
  const visitor = createHmac("sha256", key).update(`${day} ${address}`).digest("base64url").slice(0, 22);
  await db
    .insert(voucherVotes)
    .values({ voucherId: voucher.id, day, visitor, works, at: now })
    .onConflictDoUpdate({
      target: [voucherVotes.voucherId, voucherVotes.day, voucherVotes.visitor],
      set: { works, at: now },
    });
  return requireVoucher(db, id, now);
}

/** Deletes the votes that no longer count. */
export async function pruneVotes(db: Db, now: Date): Promise<void> {
  await db.delete(voucherVotes).where(lte(voucherVotes.day, lastUncountedDay(now)));
}

function toColumns(fields: VoucherFields) {
  const { currency } = fields;
  const minor = (amount: number | null) => (amount === null ? null : toMinor(amount, currency!));
  return {
    store: fields.store,
    code: fields.code,
    conditions: fields.conditions,
    country: fields.country,
    percent: fields.percent,
    amountMinor: minor(fields.amount),
    currency,
    gameIds: fields.game_ids,
    excludedGameIds: fields.excluded_game_ids,
    excludedRegions: fields.excluded_regions,
    minimumMinor: minor(fields.minimum),
    fullPriceOnly: fields.full_price_only,
    beginsAt: fields.begins_at === null ? null : new Date(fields.begins_at),
    endsAt: fields.ends_at === null ? null : new Date(fields.ends_at),
  };
}

/** Throws `invalid`. `before`: its games may have been deleted since. */
async function checkFields(tx: Db, fields: VoucherFields, before?: VoucherFields): Promise<void> {
  const problems = voucherProblems(fields);
  const { rows: known } = await tx.execute(sql`select from stores where key = ${fields.store}`);
  if (known.length === 0) problems.push({ path: "store", msg: `Unknown store: ${fields.store}` });
  for (const path of ["game_ids", "excluded_game_ids"] as const) {
    const added = fields[path].filter((id) => !before?.[path].includes(id));
    const { rows } = await tx.execute<{ id: number }>(sql`
      select given.id from unnest(${sql.param(added)}::integer[]) given (id)
      where not exists (select from games where games.id = given.id)`);
    for (const { id } of rows) problems.push({ path, msg: `There is no game ${id}` });
  }
  if (problems.length > 0) throw invalid(problems);
}

async function lockVoucher(tx: Db, id: number): Promise<void> {
  const { rowCount } = await tx.execute(sql`select from vouchers where id = ${id} for update`);
  if (rowCount === 0) throw new AppError("not_found", `There is no voucher ${id}`);
}

/** What administrators edit, of what they see. */
function fieldsOf(voucher: AdminVoucher): VoucherFields {
  const { id, promotion_id, works, fails, shown, version, updated_at, ...fields } = voucher;
  return fields;
}

function toAuditResource({ id, code }: { id: number; code: string }) {
  return { resourceType: "voucher", resourceId: id, resourceKey: code } as const;
}
