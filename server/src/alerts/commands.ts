import { AppError } from "contract/errors.ts";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { users } from "../accounts/table.ts";
import type { Db } from "../db/connect.ts";
import { games } from "../games/table.ts";
import { queueMails } from "../mail/queue.ts";
import { gamePrices } from "../prices/table.ts";
import { requireStopKey, signStopToken } from "./commands-stop-link.ts";
import { type FiredAlert, toAlertMail } from "./present-mail.ts";
import { type AlertRow, deliverableCents, findAlert } from "./queries.ts";
import { priceAlerts } from "./table.ts";

export interface AlertWish {
  userId: number;
  gameId: number;
  /** `null` = any drop. */
  targetCents: number | null;
}

/**
 * Sets a user's alert for a game; an alert that is there already gets the new target. One whose target is reached
 * when it is set sends no mail for that: its owner is told at once, and it waits until the price has been above.
 * Setting the same target again changes nothing.
 * Throws `not_found` for an unknown game and `conflict` when the user has no email address.
 */
export function setAlert(
  db: Db,
  { userId, gameId, targetCents }: AlertWish,
): Promise<{ alert: AlertRow; created: boolean }> {
  return db.transaction(async (tx) => {
    await requireGame(tx, gameId);
    await requireEmail(tx, userId);
    // A price being recorded now would be missed by an alert that it cannot see yet: wait for it, or make it wait.
    await tx.select().from(gamePrices).where(eq(gamePrices.gameId, gameId)).for("share");
    const [current] = await deliverableCents(tx, sql`${gameId}`);
    const cents = current?.cents ?? null;
    const [set] = await tx
      .insert(priceAlerts)
      .values({
        userId,
        gameId,
        targetCents,
        armed: targetCents === null || cents === null || cents > targetCents,
        lastCents: cents,
      })
      .onConflictDoUpdate({
        target: [priceAlerts.userId, priceAlerts.gameId],
        set: {
          targetCents,
          armed: sql`case
            when ${priceAlerts.targetCents} is distinct from excluded.target_cents then excluded.armed
            else ${priceAlerts.armed}
          end`,
          lastCents: sql`coalesce(excluded.last_cents, ${priceAlerts.lastCents})`,
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
  const [game] = await tx.select({ id: games.id }).from(games).where(eq(games.id, gameId)).for("key share");
  if (!game) throw new AppError("not_found", "Game not found");
}

async function requireEmail(tx: Db, userId: number): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId)).for("key share");
  if (!user) throw new AppError("unauthenticated", "Authentication required");
  if (user.email === null) throw new AppError("conflict", "Add an email address to your profile first");
}

/** Removes one of the user's alerts. Does nothing when it is not there. */
export async function removeAlert(db: Db, userId: number, id: number): Promise<void> {
  await db.delete(priceAlerts).where(and(eq(priceAlerts.userId, userId), eq(priceAlerts.id, id)));
}

export interface ChangedGames {
  /** Rows of the ids of games whose offers have changed in this transaction. */
  games: SQL;
  now: Date;
}

/**
 * Lets the alerts of games look at the new prices, and queues a mail for each that fires. Must run in the transaction
 * that recorded the prices, after `game_prices` was written: a price and its mails are committed together or not at all.
 * Only the best price that can be delivered counts; while there is none, nothing happens and nothing is forgotten.
 *
 * With a target: fires at or under it, once, and again only after the price has been above.
 * Any drop: fires below the last price seen, which rises with the price; not before the game is released,
 * since prices of pre-orders are often placeholders.
 */
export async function evaluateAlerts(tx: Db, { games, now }: ChangedGames): Promise<void> {
  const { rows: fired } = await tx.execute<FiredAlert & Record<string, unknown>>(sql`
    with changed (game_id) as (${games}),
    -- first of all, since an import changes a whole catalogue of which few games have alerts
    watched as (
      select distinct game_id from price_alerts join changed using (game_id)
    ),
    deliverable as (
      select distinct on (game_id) game_id, price_cents, store
      from watched
      join offers using (game_id)
      where price_cents is not null and in_stock is not false
      order by game_id, price_cents, store
    ),
    looking as (
      select
        price_alerts.id, user_id, game_id, title, target_cents, last_cents, price_cents, store,
        target_cents is null or price_cents > target_cents as arms,
        case
          when target_cents is not null then armed and price_cents <= target_cents
          else price_cents < last_cents and (release_date is null or release_date <= ${now}::timestamptz::date)
        end as fires
      from price_alerts
      join deliverable using (game_id)
      join games on games.id = game_id
    ),
    looked as (
      update price_alerts
      set last_cents = price_cents,
        armed = arms,
        last_fired_at = case when fires then ${now} else last_fired_at end
      from looking
      where price_alerts.id = looking.id
        and (fires or price_alerts.last_cents is distinct from price_cents or armed <> arms)
      -- of an alert that somebody deletes just now nothing is returned
      returning looking.*
    )
    select
      looked.id, email, game_id as "gameId", title, target_cents as "targetCents",
      last_cents as "oldCents", price_cents as "newCents", store
    from looked
    join users on users.id = user_id
    where fires and email is not null
    order by looked.id
  `);
  if (fired.length === 0) return;
  const key = await requireStopKey(tx);
  await queueMails(
    tx,
    fired.map((alert) => toAlertMail(alert, signStopToken(key, alert.id))),
  );
}
