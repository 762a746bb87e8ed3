import { AppError } from "contract/core/errors.ts";
import { toAmount } from "contract/core/money.ts";
import type { DeskRecord } from "contract/prices/desk-schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { type SQL, sql } from "../../../platform/db/drizzle.ts";
import type { OfferId } from "./queries-offers.ts";

/** Identifies a record by its offer and the time of recording. */
export interface RecordId extends OfferId {
  at: Date;
}

export interface RecordFilter {
  game: number;
  store?: StoreKey | undefined;
  country?: string | undefined;
  offset: number;
  limit: number;
}

/** A page of a game's records, newest first, including voided ones. */
export async function listPriceRecords(
  db: Db,
  { game, store, country, offset, limit }: RecordFilter,
): Promise<{ records: DeskRecord[]; total: number }> {
  const condition = sql`game_id = ${game}
    and (${store ?? null}::text is null or store = ${store ?? null})
    and (${country ?? null}::text is null or country = ${country ?? null})`;
  const [records, counted] = await Promise.all([
    readRecords(db, condition, sql`limit ${limit} offset ${offset}`),
    db.execute<{ total: number }>(sql`
      select (select count(*) from price_history where ${condition})::integer
        + (select count(*) from voided_records where ${condition})::integer as total
    `),
  ]);
  return { records, total: counted.rows[0]!.total };
}

/** Throws `not_found`. Times are compared in milliseconds, the precision of the API. */
export async function requireRecord(db: Db, { gameId, store, country, at }: RecordId): Promise<DeskRecord> {
  const [record] = await readRecords(
    db,
    sql`game_id = ${gameId} and country = ${country} and store = ${store}
      and recorded_at >= ${at} and recorded_at < ${at}::timestamptz + interval '1 ms'`,
  );
  if (!record) throw new AppError("not_found", `There is no such price record of ${store}`);
  return record;
}

type RecordRow = Pick<DeskRecord, "store" | "country" | "currency" | "recorded_at"> &
  Record<"price_minor" | "regular_minor", number | null> &
  Record<"reason" | "voided_at" | "voided_by", string | null>;

async function readRecords(db: Db, condition: SQL, page = sql``): Promise<DeskRecord[]> {
  const { rows } = await db.execute<RecordRow>(sql`
    select record.*, users.username as voided_by
    from (
      select store, country, currency, recorded_at, price_minor, regular_minor, null as reason,
        null::timestamptz as voided_at, null::integer as editor
      from price_history
      where ${condition}
      union all
      select store, country, currency, recorded_at, price_minor, regular_minor, reason, voided_at, voided_by as editor
      from voided_records
      where ${condition}
    ) record
    left join users on users.id = editor
    order by recorded_at desc, record.country, store, voided_at nulls first
    ${page}
  `);
  return rows.map(({ price_minor, regular_minor, recorded_at, reason, voided_at, voided_by, ...record }) => ({
    store: record.store,
    country: record.country,
    currency: record.currency,
    recorded_at: new Date(recorded_at).toISOString(),
    price: toAmount(price_minor, record.currency),
    regular_price: toAmount(regular_minor, record.currency),
    voided:
      voided_at !== null && reason !== null ? { at: new Date(voided_at).toISOString(), by: voided_by, reason } : null,
  }));
}
