import { findWantedTier, worksIn } from "contract/bundles/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { inArray, sql } from "../../platform/db/drizzle.ts";
import { type Firing, fireRules } from "../prices/rules/commands-evaluate.ts";
import { isShown, isSoldIn, listItems } from "./queries.ts";
import { bundles } from "./table.ts";

/** A bundle with enough games that the owner of a rule wants. */
interface Candidate extends Pick<Firing, "id" | "kind" | "scope" | "subject" | "list_id"> {
  user_id: number;
  value: number;
  country: string;
  currency: string;
  bundle_id: number;
  is_stopped: boolean;
  /** With a known best price, in minor units. */
  wanted: { id: number; minor: number }[];
}

/**
 * Fires the rules about bundles: each user is notified once of a bundle that costs less than the wanted games it
 * brings.
 * `baselineOf`: only this new or changed rule, for which nothing fires now. While everything is stopped, what is found
 * counts as notified.
 */
export async function settleBundles(tx: Db, { now, baselineOf }: { now: Date; baselineOf?: number }): Promise<void> {
  const candidates = await findCandidates(tx, now, baselineOf);
  const ids = [...new Set(candidates.map(({ bundle_id }) => bundle_id))];
  const rows = ids.length === 0 ? [] : await tx.select().from(bundles).where(inArray(bundles.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const items = Map.groupBy(await listItems(tx, ids), ({ item }) => item.bundleId);
  const found = new Map<string, Firing & { is_stopped: boolean }>();
  for (const { wanted, is_stopped, ...rule } of candidates) {
    const { country, currency, value, bundle_id, user_id } = rule;
    const key = `${bundle_id} ${user_id}`;
    const row = byId.get(bundle_id);
    if (!row || found.has(key)) continue;
    const prices = new Map(wanted.map(({ id, minor }) => [id, minor]));
    // a game that does not activate here does not count
    const brought = (items.get(bundle_id) ?? []).map(({ item: { kind, tier, activatesIn, gameId } }) => {
      return { kind, tier, game: worksIn({ activates_in: activatesIn }, country) ? gameId : null };
    });
    const hit = findWantedTier({ ...row, items: brought }, prices, { country, currency, least: value });
    const game = brought.find((item) => item.game !== null && prices.has(item.game))?.game;
    if (!hit || !game) continue;
    found.set(key, {
      ...rule,
      is_stopped,
      game_id: game,
      store: row.store,
      minor: hit.price.amount,
      bundle_title: row.title,
      wanted_games: hit.games,
      separately_minor: hit.separately,
    });
  }
  const news = await markNotified(tx, [...found.values()]);
  const firing = news.flatMap(({ is_stopped, ...one }) => (is_stopped ? [] : [one]));
  if (baselineOf === undefined) await fireRules(tx, firing, now);
}

/** Records who is notified of which bundle, and returns those that are new to them. */
async function markNotified<Found extends Firing>(tx: Db, found: readonly Found[]): Promise<Found[]> {
  const { rows } = await tx.execute<{ bundle_id: number; user_id: number }>(sql`
    insert into bundle_notices (bundle_id, user_id)
    select bundle_id, user_id
    from json_to_recordset(${JSON.stringify(found)}::json) as found (bundle_id integer, user_id integer)
    order by 1, 2
    on conflict do nothing
    returning bundle_id, user_id
  `);
  const isNew = new Set(rows.map(({ bundle_id, user_id }) => `${bundle_id} ${user_id}`));
  return found.filter(({ bundle_id, user_id }) => isNew.has(`${bundle_id} ${user_id}`));
}

/** Games count that are on a list of the user, are not owned or ignored, and have a price today. */
async function findCandidates(tx: Db, now: Date, baselineOf?: number): Promise<Candidate[]> {
  const { rows } = await tx.execute<Candidate & Record<string, unknown>>(sql`
    with shown as materialized (select id, countries from bundles where ${isShown(now)})
    select rule.id, rule.user_id, rule.kind, rule.value, rule.scope, rule.subject, rule.list_id, rule.country,
      markets.currency, shown.id as bundle_id, settings.stopped_at is not null as is_stopped,
      json_agg(json_build_object('id', wish.game_id, 'minor', best.minor)) as wanted
    from notification_rules rule
    join markets on markets.country = rule.country
    left join notification_settings settings on settings.user_id = rule.user_id
    cross join lateral (
      select distinct item.bundle_id, item.game_id
      from game_lists list
      join list_items listed on listed.list_id = list.id
      join bundle_items item on item.game_id = listed.game_id
      where list.user_id = rule.user_id
    ) wish
    join shown on shown.id = wish.bundle_id and ${isSoldIn(sql`rule.country`, sql`shown.countries`)}
    join games on games.id = wish.game_id and not games.hidden
    cross join lateral (
      select min(price_minor) as minor from deliverable_offers offer
      where offer.game_id = wish.game_id and offer.country = coalesce(markets.shares_prices_with, markets.country)
    ) best
    where rule.kind = 'bundle' and best.minor is not null
      ${baselineOf === undefined ? sql`` : sql`and rule.id = ${baselineOf}`}
      and not exists (
        select from bundle_notices notice where notice.bundle_id = shown.id and notice.user_id = rule.user_id
      )
      and not exists (
        select from library_games owned
        where owned.user_id = rule.user_id and owned.game_id = wish.game_id and owned.state in ('owned', 'ignored')
      )
    group by rule.id, markets.currency, shown.id, settings.stopped_at
    having count(*) >= rule.value
    order by rule.id, shown.id
  `);
  return rows;
}
