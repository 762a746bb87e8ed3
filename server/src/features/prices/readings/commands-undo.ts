import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { eq, type SQL, sql } from "../../../platform/db/drizzle.ts";
import { type Actor, recordChange } from "../../audit/commands.ts";
import { lockPrices } from "../offers/commands.ts";
import { asTheyAre, evaluateRules } from "../rules/commands-evaluate.ts";
import { toAuditResource } from "./commands-readings.ts";
import { replayListedPrices } from "./commands-replay.ts";
import { isUndoable, type ListedReading, type ReadingRow, requireReading } from "./queries.ts";
import { heldPages, readings } from "./table.ts";

/**
 * Takes back everything that a reading changed, and discards what it holds; what came later stays (spec/price-sources
 * 8.3). Alerts and rules do not fire. Does nothing if it is undone already. Throws `not_found`, and `conflict` for a
 * reading that is under way or too old.
 */
export function undoReading(db: Db, editor: Actor, id: number, now: Date): Promise<ListedReading> {
  return db.transaction(async (tx) => {
    const before = await lockReading(tx, id);
    if (before.state === "undone") return before;
    await takeBack(tx, editor, before, now);
    const after = await requireReading(tx, id);
    await recordChange(tx, editor, {
      action: "RESTORE",
      ...toAuditResource(before),
      description: `Undid the reading ${id} of ${before.source}`,
      oldValue: { state: before.state, changed: before.changed },
      newValue: { state: "undone", taken_back: after.takenBack },
    });
    return after;
  });
}

/** Locks prices, then the reading. */
export async function lockReading(tx: Db, id: number): Promise<ListedReading> {
  await lockPrices(tx);
  return requireReading(tx, id, { forUpdate: true });
}

/**
 * Returns how many offers it took back. Must run in the transaction that has locked the reading. `onLeft` gets a query
 * for what stays: rows of game id and what.
 */
export async function takeBack(
  tx: Db,
  editor: Actor,
  reading: ReadingRow,
  now: Date,
  onLeft: (left: SQL) => Promise<void> = async () => {},
): Promise<number> {
  if (reading.state === "running") throw new AppError("conflict", "This reading is under way: pause its source first");
  if (!isUndoable(reading, now)) throw new AppError("conflict", "This reading can no longer be undone");
  const { id } = reading;
  await findTouched(tx, id);
  await findRestorable(tx, id);
  await mendLaterImages(tx, id);
  await restoreVoided(tx, id);
  await onLeft(sql`
    select game_id, 'the price at ' || store || ' in ' || country from touched_offers
    where stays or not is_same_price`);
  const takenBack = await restoreOffers(tx);
  await restoreHistory(tx, reading);
  await restoreOverrides(tx, id);
  await replayListedPrices(tx, id, now);
  const games = sql`select game_id, country from touched_games`;
  await evaluateRules(tx, { games: asTheyAre(games), now, isCorrection: true });
  await tx.delete(heldPages).where(eq(heldPages.readingId, id));
  await tx
    .update(readings)
    .set({ state: "undone", held: 0, undoneAt: now, undoneBy: editor?.userId ?? null, takenBack })
    .where(eq(readings.id, id));
  for (const table of ["touched_games", "touched_offers"]) await tx.execute(sql`drop table ${sql.identifier(table)}`);
  return takenBack;
}

async function findTouched(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`
    create temporary table touched_games on commit drop as
    select distinct game_id, country from reading_images
    where reading_id = ${id} and game_id in (select id from games)
  `);
  await tx.execute(sql`analyze touched_games`);
}

/** The values that belong together: they are restored only if none of them has changed since. */
const pricePart = sql`array[
  'currency', 'price_minor', 'regular_minor', 'ends_at', 'after_minor', 'after_regular_minor', 'after_link',
  'was_free_until', 'trusted_regular_minor'
]`;

/**
 * Finds the offers that the reading changed: those that it created have no values `before`. `patch` has the values to
 * restore, which are still those of the reading; `stays` means that a created offer got another price since.
 */
async function findRestorable(tx: Db, id: number): Promise<void> {
  const isSamePrice = sql`not exists (
    select from jsonb_each(image.after) part
    where part.key = any(${pricePart}) and part.value is distinct from present.row -> part.key
  )`;
  await tx.execute(sql`
    create temporary table touched_offers on commit drop as
    select offers.game_id, offers.country, offers.store, image.before, image.after,
      image.before is null or offers.reading_id is not distinct from ${id}::integer as is_new,
      ${isSamePrice} as is_same_price, image.at, (
        select jsonb_object_agg(part.key, image.before -> part.key)
        from jsonb_each(image.after) part
        where part.value is not distinct from present.row -> part.key
          and (part.key <> all(${pricePart}) or ${isSamePrice})
      ) as patch,
      false as stays
    from reading_images image
    join offers using (game_id, country, store)
    cross join lateral (select to_jsonb(offers) as row offset 0) present
    where image.reading_id = ${id} and image.what = 'offer'
    union all
    select offers.game_id, offers.country, offers.store, null, null, true, true, first_seen_at, null,
      exists (
        select from price_history later
        where later.game_id = offers.game_id and later.country = offers.country and later.store = offers.store
          and later.recorded_at > offers.first_seen_at and later.reading_id is distinct from ${id}::integer
      )
    from touched_games touched
    cross join lateral (
      select * from offers
      where game_id = touched.game_id and country = touched.country and reading_id = ${id}
      offset 0
    ) offers
    where not exists (
      select from reading_images image
      where image.reading_id = ${id} and image.what = 'offer' and image.game_id = offers.game_id
        and image.country = offers.country and image.store = offers.store
    )
  `);
  await tx.execute(sql`analyze touched_offers`);
}

/**
 * The next later reading that changed a value of this reading would restore it when it is undone itself: its value
 * before becomes the one before this reading.
 */
async function mendLaterImages(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`
    with next_image as (
      select distinct on (game_id, country, store, part.key) later.reading_id, game_id, country, store, part.key,
        touched.is_new, touched.before -> part.key as former, later.before -> part.key = part.value as is_ours
      from touched_offers touched
      cross join lateral (
        select reading_id, at, before from reading_images later
        where later.game_id = touched.game_id and later.country = touched.country and later.what = 'offer'
          and later.store = touched.store and later.reading_id <> ${id} and later.at > touched.at
        offset 0
      ) later
      cross join lateral jsonb_each(coalesce(touched.after, '{"price_minor": null}')) part
      where later.before ? part.key
      order by game_id, country, store, part.key, later.at
    ),
    mended as (
      select reading_id, game_id, country, store, bool_or(is_new and key = 'price_minor') as is_new,
        coalesce(jsonb_object_agg(key, former) filter (where is_ours), '{}') as patch
      from next_image group by reading_id, game_id, country, store
    )
    update reading_images image
    set before = case when mended.is_new then null else image.before || patch end
    from mended
    where image.reading_id = mended.reading_id and image.game_id = mended.game_id
      and image.country = mended.country and image.what = 'offer' and image.store = mended.store
  `);
}

/** Voided records that the reading superseded are ignored again where its price is taken back. */
async function restoreVoided(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`
    update voided_records voided
    set standing = true, superseded_at = null
    from touched_offers touched
    join reading_images image
      on image.reading_id = ${id} and image.what = 'offer' and image.game_id = touched.game_id
        and image.country = touched.country and image.store = touched.store
    where voided.game_id = touched.game_id and voided.country = touched.country and voided.store = touched.store
      and voided.superseded_at in (image.at, image.last_at) and touched.is_same_price
  `);
}

async function restoreOffers(tx: Db): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    with removed as (
      delete from offers using touched_offers touched
      where offers.game_id = touched.game_id and offers.country = touched.country and offers.store = touched.store
        and is_new and not stays and is_same_price
      returning offers.game_id
    ),
    gone as (
      delete from offers using touched_offers touched
      where offers.game_id = touched.game_id and offers.country = touched.country and offers.store = touched.store
        and not is_new and patch is not null
      returning jsonb_populate_record(offers, patch) as former
    ),
    restored as (
      insert into offers select (former).* from gone returning game_id
    )
    select (select count(*) from removed)::integer + (select count(*) from restored)::integer as count
  `);
  return rows[0]!.count;
}

/** Deletes the records of the reading, and restores those that it removed. */
async function restoreHistory(tx: Db, { id, kind, begunAt, endedAt }: ReadingRow): Promise<void> {
  // a time lets PostgreSQL skip the other months
  const inTime: SQL =
    kind === "history" ? sql`` : sql`and history.recorded_at between ${begunAt} and ${endedAt}::timestamptz`;
  await tx.execute(sql`
    create temporary table removed_records on commit drop as
    select record.*
    from touched_games touched
    cross join lateral (
      select game_id, country, store, recorded_at from price_history history
      where history.game_id = touched.game_id and history.country = touched.country and reading_id = ${id} ${inTime}
      offset 0
    ) record
  `);
  const sameOffer = (record: SQL) => sql`
    ${record}.game_id = removed.game_id and ${record}.country = removed.country and ${record}.store = removed.store`;
  await tx.execute(sql`
    delete from price_history history using removed_records removed
    where ${sameOffer(sql`history`)} and history.recorded_at = removed.recorded_at
  `);
  // the history has only changes: what follows may repeat what came before
  await tx.execute(sql`
    delete from price_history history
    using removed_records removed
    cross join lateral (
      select * from price_history later
      where ${sameOffer(sql`later`)} and later.recorded_at > removed.recorded_at
      order by later.recorded_at limit 1
    ) following
    cross join lateral (
      select * from price_history earlier
      where ${sameOffer(sql`earlier`)} and earlier.recorded_at < removed.recorded_at
      order by earlier.recorded_at desc limit 1
    ) previous
    where ${sameOffer(sql`history`)} and history.recorded_at = following.recorded_at
      and (following.currency, following.price_minor, following.regular_minor)
        is not distinct from (previous.currency, previous.price_minor, previous.regular_minor)
  `);
  await tx.execute(sql`drop table removed_records`);
  await tx.execute(sql`
    insert into price_history
    select record.*
    from reading_images image
    join touched_games using (game_id, country)
    cross join lateral jsonb_each(image.before) removed
    cross join lateral jsonb_populate_record(null::price_history, removed.value) record
    where image.reading_id = ${id} and image.what = 'records'
    on conflict do nothing
  `);
}

/** The prices that overrides store for later, unless a later reading reported others. */
async function restoreOverrides(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`
    with gone as (
      delete from price_overrides held using reading_images image
      where image.reading_id = ${id} and image.what = 'override' and image.game_id = held.game_id
        and image.country = held.country and image.store = held.store and to_jsonb(held) @> image.after
      returning jsonb_populate_record(held, image.before) as former
    )
    insert into price_overrides select (former).* from gone
  `);
}
