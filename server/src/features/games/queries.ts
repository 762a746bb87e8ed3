import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { offers, priceHistory } from "../prices/table.ts";
import { type IndexedRow, selectSomeRows } from "./read-model/rows.ts";

export type OfferRow = Awaited<ReturnType<ReturnType<typeof prepareListOffers>>>[number];

/** The offers of a game, ordered by store; money in cents. Those of stores that never sold it are left out. */
export function prepareListOffers(db: Db) {
  const wasSold = sql`exists (
    select from ${priceHistory}
    where ${priceHistory.gameId} = ${offers.gameId} and ${priceHistory.store} = ${offers.store}
      and ${priceHistory.priceCents} is not null
  )`;
  const statement = db
    .select({
      store: offers.store,
      priceCents: offers.priceCents,
      regularCents: offers.regularCents,
      link: offers.link,
      inStock: offers.inStock,
      lastSeenAt: offers.lastSeenAt,
      endsAt: offers.endsAt,
      wasFreeUntil: offers.wasFreeUntil,
    })
    .from(offers)
    .where(and(eq(offers.gameId, sql.placeholder("gameId")), or(isNotNull(offers.priceCents), wasSold)))
    .orderBy(offers.store)
    .prepare("list_offers");
  return (gameId: number) => statement.execute({ gameId });
}

/** What the read model knows of these games, in no order; deleted games are left out. */
export async function listIndexedRows(db: Db, ids: number[]): Promise<IndexedRow[]> {
  const some = sql`where games.id = any(${sql.param(ids)}::int[])`;
  const { rows } = await db.execute<IndexedRow>(sql`${sql.raw(selectSomeRows)} ${some}`);
  return rows;
}
