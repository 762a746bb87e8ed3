import { and, desc, eq, isNotNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { games } from "../games/table.ts";
import { markets } from "../markets/table.ts";
import { looksAtOffer } from "../my-stores/queries.ts";
import { offers } from "../prices/table.ts";
import { stores } from "../stores/table.ts";
import { alertRecipients, priceAlerts } from "./table.ts";

/**
 * The lowest price of a game in a market among the offers of enabled stores that are not out of stock, in the market's
 * currency, and at the stores that count for the user.
 */
export function deliverableMinor(
  db: Db,
  gameId: SQL | typeof priceAlerts.gameId,
  country: SQL | typeof priceAlerts.country,
  userId: SQLWrapper,
) {
  return db
    .select({ minor: sql<number | null>`min(${offers.priceMinor})`.as("deliverable_minor") })
    .from(offers)
    .innerJoin(stores, and(eq(stores.key, offers.store), stores.enabled))
    .innerJoin(markets, and(eq(markets.country, offers.country), eq(markets.currency, offers.currency)))
    .where(
      and(
        eq(offers.gameId, gameId),
        eq(offers.country, country),
        isNotNull(offers.priceMinor),
        sql`${offers.inStock} is not false`,
        looksAtOffer(userId),
      ),
    );
}

function selectAlerts(db: Db) {
  return db
    .select({
      id: priceAlerts.id,
      gameId: priceAlerts.gameId,
      title: games.title,
      country: priceAlerts.country,
      currency: markets.currency,
      targetMinor: priceAlerts.targetMinor,
      currentMinor: sql<
        number | null
      >`(${deliverableMinor(db, priceAlerts.gameId, priceAlerts.country, priceAlerts.userId)})`,
      createdAt: priceAlerts.createdAt,
      lastFiredAt: priceAlerts.lastFiredAt,
    })
    .from(priceAlerts)
    .innerJoin(games, and(eq(games.id, priceAlerts.gameId), eq(games.hidden, false)))
    .innerJoin(markets, eq(markets.country, priceAlerts.country))
    .$dynamic();
}

export type AlertRow = Awaited<ReturnType<typeof selectAlerts>>[number];

/** A user's alerts, the newest first; of one game, or of all. */
export function prepareListAlerts(db: Db): (userId: number, onlyGame?: number) => Promise<AlertRow[]> {
  const gameId = sql.placeholder("gameId");
  const statement = selectAlerts(db)
    .where(
      and(
        eq(priceAlerts.userId, sql.placeholder("userId")),
        sql`(${gameId}::int is null or ${priceAlerts.gameId} = ${gameId}::int)`,
      ),
    )
    .orderBy(desc(priceAlerts.id))
    .prepare("list_alerts");
  return (userId, onlyGame) => statement.execute({ userId, gameId: onlyGame ?? null });
}

/** One of the user's alerts; `null` when there is none. */
export async function findAlert(db: Db, userId: number, id: number): Promise<AlertRow | null> {
  const [row] = await selectAlerts(db).where(and(eq(priceAlerts.userId, userId), eq(priceAlerts.id, id)));
  return row ?? null;
}

/** When all alert mail of an account was stopped; `null` = it is on. */
export async function findStopped(db: Db, userId: number): Promise<Date | null> {
  const [recipient] = await db
    .select({ stoppedAt: alertRecipients.stoppedAt })
    .from(alertRecipients)
    .where(eq(alertRecipients.userId, userId));
  return recipient?.stoppedAt ?? null;
}
