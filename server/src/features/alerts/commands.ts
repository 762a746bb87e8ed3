import { AppError } from "contract/core/errors.ts";
import { firstCountry } from "contract/markets/schema.ts";
import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { users } from "../accounts/table.ts";
import { games } from "../games/table.ts";
import { looksAtOffer, looksAtSome } from "../my-stores/queries.ts";
import { gamePrices } from "../prices/table.ts";
import { type AlertRow, deliverableMinor, findAlert } from "./queries.ts";
import { priceAlerts } from "./table.ts";

export interface AlertInput {
  userId: number;
  gameId: number;
  /** The market whose prices it watches; the United States if absent. */
  country?: string;
  /** In the market's currency; `null` = any drop. */
  targetMinor: number | null;
}

/**
 * Sets a user's alert for a game; an existing alert gets the new target. One whose target is already reached sends no
 * mail: the response reports it, and the alert waits until the price has been above. Setting the same target again
 * changes nothing. Throws `not_found` for an unknown game, and `conflict` when the user has no email address or
 * `maxAlerts` alerts.
 */
export function setAlert(
  db: Db,
  { userId, gameId, country = firstCountry, targetMinor }: AlertInput,
  maxAlerts: number,
): Promise<{ alert: AlertRow; created: boolean }> {
  return db.transaction(async (tx) => {
    await requireGame(tx, gameId);
    await requireEmail(tx, userId);
    // A transaction that is recording a price can't see this alert yet: wait for it, or make it wait.
    await tx.select().from(gamePrices).where(eq(gamePrices.gameId, gameId)).for("share");
    const [current] = await deliverableMinor(tx, sql`${gameId}`, sql`${country}`, sql`${userId}`);
    const price = current?.minor ?? null;
    await requireRoom(tx, { userId, gameId }, maxAlerts);
    const [set] = await tx
      .insert(priceAlerts)
      .values({
        userId,
        gameId,
        country,
        targetMinor,
        armed: targetMinor === null || price === null || price > targetMinor,
        lastMinor: price,
      })
      .onConflictDoUpdate({
        target: [priceAlerts.userId, priceAlerts.gameId],
        set: {
          country,
          targetMinor,
          armed: sql`case
            when (${priceAlerts.targetMinor}, ${priceAlerts.country})
              is distinct from (excluded.target_minor, excluded.country) then excluded.armed
            else ${priceAlerts.armed}
          end`,
          lastMinor: sql`case
            when ${priceAlerts.country} = excluded.country then coalesce(excluded.last_minor, ${priceAlerts.lastMinor})
            else excluded.last_minor
          end`,
        },
      })
      // a row that no transaction has locked or replaced is new
      .returning({ id: priceAlerts.id, created: sql<boolean>`(xmax = 0)` });
    const { id, created } = set!;
    const alert = await findAlert(tx, userId, id);
    return { alert: alert!, created };
  });
}

async function requireGame(tx: Db, gameId: number): Promise<void> {
  const visible = and(eq(games.id, gameId), eq(games.hidden, false));
  const [game] = await tx.select({ id: games.id }).from(games).where(visible).for("key share");
  if (!game) throw new AppError("not_found", "Game not found");
}

async function requireEmail(tx: Db, userId: number): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId)).for("key share");
  if (!user) throw new AppError("unauthenticated", "Authentication required");
  if (user.email === null) throw new AppError("conflict", "Add an email address to your profile first");
}

/** Counts the user's other alerts, and blocks concurrent additions until the transaction ends. */
async function requireRoom(
  tx: Db,
  { userId, gameId }: Pick<AlertInput, "userId" | "gameId">,
  maxAlerts: number,
): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  const others = await tx.$count(priceAlerts, and(eq(priceAlerts.userId, userId), ne(priceAlerts.gameId, gameId)));
  if (others < maxAlerts || (await hasAlert(tx, userId, gameId))) return;
  throw new AppError("conflict", `You can have at most ${maxAlerts} price alerts. Remove one to set another.`);
}

async function hasAlert(tx: Db, userId: number, gameId: number): Promise<boolean> {
  const own = and(eq(priceAlerts.userId, userId), eq(priceAlerts.gameId, gameId));
  return (await tx.$count(priceAlerts, own)) > 0;
}

/**
 * Resets the alerts of these users, rows of ids, to the prices of the stores that count now, as if they had just been
 * set, so that former prices of other stores do not make them fire. Must run in the transaction that changes the
 * stores, which holds the price lock.
 */
export async function renewAlerts(tx: Db, users: SQL): Promise<void> {
  await tx.execute(sql`
    update price_alerts set last_minor = minor, armed = target_minor is null or minor is null or minor > target_minor
    from (
      select alert.id as alert_id, (
        ${deliverableMinor(tx, sql`alert.game_id`, sql`alert.country`, sql`alert.user_id`)}
      ) as minor
      from price_alerts alert where alert.user_id in (${users})
    ) price
    where alert_id = price_alerts.id and minor is distinct from last_minor
  `);
}

/** Removes one of the user's alerts. Does nothing for an unknown alert. */
export async function removeAlert(db: Db, userId: number, id: number): Promise<void> {
  await db.delete(priceAlerts).where(and(eq(priceAlerts.userId, userId), eq(priceAlerts.id, id)));
}

export interface ChangedGames {
  /** Rows of game id and country whose offers have changed in this transaction. */
  games: SQL;
  now: Date;
  /** The price was corrected and did not change: alerts update their state without firing. */
  isCorrection?: boolean;
}

/**
 * Evaluates the alerts of games against the new prices, and records each that fires, to be mailed by a job. Must run in
 * the transaction that recorded the prices, after `game_prices` was written, so that a price and its alerts are
 * committed together or not at all. Only the best deliverable price at the owner's stores counts; while there is none,
 * the state stays as it is.
 *
 * With a target: fires at or under it, once, and again only after the price has been above.
 * Any drop: fires below the last price seen, which rises with the price; not before the game is released,
 * because prices of pre-orders are often placeholders.
 * While the owner has no verified address, or has stopped all alert mail, nothing fires, and targets stay armed.
 */
export async function evaluateAlerts(tx: Db, { games, now, isCorrection = false }: ChangedGames): Promise<void> {
  const { rows } = await tx.execute<{ fired: number }>(sql`
    with changed (game_id, country) as (${games}),
    -- Lateral lookups by key: with outdated statistics, joins could become nested loops over all alerts.
    -- The rows are locked, so that none is deleted before it is written.
    evaluated as materialized (
      select alert.*
      from changed
      cross join lateral (${deliverableOffer(sql`true`)}) deliverable
      cross join lateral (
        select price_alerts.id, price_alerts.user_id, game_id, target_minor, last_minor, arms, fires,
          seen.price_minor, seen.store
        from price_alerts
        join games on games.id = game_id and not hidden
        join users on users.id = price_alerts.user_id
        left join alert_recipients on alert_recipients.user_id = price_alerts.user_id
        -- the best offer of all stores is computed once, for all users without store preferences
        cross join lateral (
          select deliverable.price_minor, deliverable.store where not ${looksAtSome(priceAlerts.userId)}
          union all
          select own.* from (${deliverableOffer(looksAtOffer(priceAlerts.userId))}) own
          where ${looksAtSome(priceAlerts.userId)}
        ) seen
        cross join lateral (
          select email is not null and email_verified and stopped_at is null as mailable
        ) recipient
        -- a price that was notified within a day does not repeat, unless it is lower than the last one
        cross join lateral (
          select coalesce(
            bool_or(minor = seen.price_minor) and seen.price_minor >= (array_agg(minor order by at desc))[1], false
          ) as repeats
          from alert_notices
          where alert_id = price_alerts.id and at > ${now}::timestamptz - interval '24 hours'
        ) notified
        cross join lateral (
          select
            target_minor is null or seen.price_minor > target_minor or (armed and not mailable) as arms,
            ${!isCorrection} and mailable and not repeats and case
              when target_minor is not null then armed and seen.price_minor <= target_minor
              else seen.price_minor < last_minor and (release_date is null or release_date <= ${now}::timestamptz::date)
            end as fires
        ) outcome
        where game_id = changed.game_id and price_alerts.country = changed.country
          and (last_minor is distinct from seen.price_minor or armed <> arms)
        for no key update of price_alerts
      ) alert
    ),
    saved as (
      insert into price_alerts (id, user_id, game_id, last_minor, armed, last_fired_at)
      overriding system value
      select id, user_id, game_id, price_minor, arms, case when fires then ${now}::timestamptz end
      from evaluated
      on conflict (id) do update
      set last_minor = excluded.last_minor,
        armed = excluded.armed,
        last_fired_at = coalesce(excluded.last_fired_at, price_alerts.last_fired_at)
    ),
    noticed as (
      insert into alert_notices (alert_id, minor, at)
      select id, price_minor, ${now} from evaluated where fires
      on conflict (alert_id, minor) do update set at = excluded.at
    ),
    fired as (
      insert into fired_alerts (alert_id, target_minor, old_minor, new_minor, store)
      select id, target_minor, last_minor, price_minor, store from evaluated where fires order by id
      returning id
    )
    select count(*)::int as fired from fired
  `);
  if (rows[0]?.fired) await enqueue(tx, "alert-mails", [{}]);
}

/** The best deliverable offer of a changed game at the stores that count. */
function deliverableOffer(counts: SQL): SQL {
  return sql`
    select price_minor, store
    from offers
    join stores on stores.key = offers.store and stores.enabled
    join markets on markets.country = offers.country and markets.currency = offers.currency
    where offers.game_id = changed.game_id and offers.country = changed.country
      and price_minor is not null and in_stock is not false and ${counts}
    order by price_minor, position
    limit 1`;
}

/** Deletes the prices at which alerts fired more than a day ago: they may fire at them again. */
export async function deleteOldNotices(db: Db, now: Date): Promise<void> {
  await db.execute(sql`delete from alert_notices where at <= ${now}::timestamptz - interval '24 hours'`);
}
