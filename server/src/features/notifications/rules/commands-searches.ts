import { setImmediate } from "node:timers/promises";
import { toMinor } from "contract/core/money.ts";
import { priceCountry } from "contract/markets/schema.ts";
import { allStores, isAllStores, withoutUnknown } from "contract/my-stores/rules.ts";
import type { RuleScope } from "contract/notifications/rules.ts";
import { parseSavedSearch } from "contract/notifications/saved-search.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import type { OpenMarket } from "../../games/policy-lists.ts";
import type { GameIndex } from "../../games/read-model/game-index.ts";
import { findChosenStores } from "../../my-stores/queries.ts";
import { type Firing, fireRules } from "../../prices/rules/commands-evaluate.ts";

/** A search is checked again after this time. */
const pauseMinutes = 5;
const batchSize = 20;
/** A check fires for at most this many games, the most played first. */
export const maxMatchesFired = 20;
const intervalMs = 60_000;
/** The rest of a run waits for the next one. */
const maxRunMs = 20_000;

export interface SearchOptions {
  db: Db;
  gameIndex: Pick<GameIndex, "find" | "listGames" | "loaded">;
  openMarket: OpenMarket;
  /** The enabled ones. */
  listStores(): readonly { key: StoreKey }[];
}

/**
 * Checks saved searches every minute until it is closed. Any number of processes with a catalogue may do so: each
 * search is checked by one of them.
 */
export function watchSearches(
  options: SearchOptions,
  log: Pick<FastifyBaseLogger, "warn">,
): { close(): Promise<void> } {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= checkDueSearches(options, new Date())
      .catch((error: unknown) => log.warn({ err: error }, "failed to check saved searches; retrying"))
      .finally(() => {
        running = null;
      });
  }, intervalMs).unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Checks the searches that are due. */
export async function checkDueSearches(options: SearchOptions, now: Date): Promise<void> {
  await options.gameIndex.loaded;
  const end = performance.now() + maxRunMs;
  for (let claimed = batchSize; claimed === batchSize && performance.now() < end; ) {
    const { rows } = await options.db.execute<{ id: number }>(sql`
      update rule_searches set checked_at = ${now}::timestamptz where rule_id in (
        select rule_id from rule_searches
        where checked_at <= ${now}::timestamptz - make_interval(mins => ${pauseMinutes})
        order by checked_at limit ${batchSize} for update skip locked
      ) returning rule_id as id
    `);
    for (const { id } of rows) {
      await checkSearch(options, id, now);
      // a search takes milliseconds, and requests wait meanwhile
      await setImmediate();
    }
    claimed = rows.length;
  }
}

interface SearchRow {
  [column: string]: unknown;
  userId: number;
  search: string;
  country: string;
  scope: RuleScope;
  showExplicit: boolean;
  isStopped: boolean;
  unlessIncluded: boolean;
  /** The games that the user owns or ignores. */
  library: number[];
}

/**
 * Fires the rule for games that its search finds and did not find at the last check. The first check, and one with
 * another search, market, choice of stores or setting than the last, fires nothing.
 */
export async function checkSearch(options: SearchOptions, id: number, now: Date): Promise<void> {
  const { db, gameIndex, listStores } = options;
  const { rows } = await db.execute<SearchRow>(sql`
    select rule.user_id as "userId", search, rule.country, scope, show_explicit_content as "showExplicit",
      stopped_at is not null as "isStopped", unless_included as "unlessIncluded",
      array(select game_id from library_games where library_games.user_id = rule.user_id) as library
    from notification_rules rule
    join users on users.id = rule.user_id
    left join notification_settings settings on settings.user_id = rule.user_id
    where rule.id = ${id} and search is not null
  `);
  const [rule] = rows;
  if (!rule) return;
  const { userId, country, scope, showExplicit } = rule;
  const chosen = scope === "mine" ? await findChosenStores(db, userId) : null;
  const stores = withoutUnknown((chosen ?? allStores) as typeof allStores, listStores());
  const search = withKnownStores(parseSavedSearch(rule.search), listStores());
  // a store that was disabled sells nothing
  if (!search) return;
  const filters = { ...search, ...(scope === "official" && { official: true }) };
  const market = await options.openMarket({
    ...filters,
    country,
    prices_of: isAllStores(stores) ? undefined : stores,
  });
  const { ids } = gameIndex.find(market, {
    ...filters,
    // an event has a price
    min_price: filters.min_price ?? 0,
    showExplicit,
    sort: "popularity",
    order: "DESC",
    offset: 0,
    limit: Number.POSITIVE_INFINITY,
  });
  const basis = JSON.stringify([rule.search, priceCountry(market), scope, stores, showExplicit]);
  await db.transaction(async (tx) => {
    const entered = await replaceMatches(tx, id, { ids, basis });
    if (entered.size === 0 || rule.isStopped) return;
    for (const gameId of rule.library) entered.delete(gameId);
    if (rule.unlessIncluded) {
      for (const gameId of await findIncluded(tx, rule, [...entered], now)) entered.delete(gameId);
    }
    const games = await gameIndex.listGames(
      market,
      ids.filter((gameId) => entered.has(gameId)).slice(0, maxMatchesFired),
    );
    const firing = games.flatMap(({ id: gameId, best_price, best_store: store }): Firing[] => {
      const minor = best_price === null ? null : toMinor(best_price, market.currency);
      if (minor === null || store === null) return [];
      const of = { id, user_id: userId, kind: "match", value: null, scope, subject: "search", list_id: null };
      return [{ ...of, game_id: gameId, country, currency: market.currency, store, old_minor: null, minor }];
    });
    await fireRules(tx, firing, now);
  });
}

/** The games that the user's plans have. */
async function findIncluded(
  tx: Db,
  { userId, country }: Pick<SearchRow, "userId" | "country">,
  gameIds: readonly number[],
  now: Date,
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from unnest(${sql.param([...gameIds])}::integer[]) entered (id)
    where is_included(${userId}, id, ${country}, (${now}::timestamptz at time zone 'UTC')::date)
  `);
  return rows.map(({ id }) => id);
}

function withKnownStores<Search extends { store?: StoreKey[] | undefined }>(
  search: Search,
  enabled: readonly { key: StoreKey }[],
): Search | null {
  if (!search.store) return search;
  const store = search.store.filter((key) => enabled.some((one) => one.key === key));
  return store.length === 0 ? null : { ...search, store };
}

/** Stores what a search found. Returns the games that it did not find before; none if its basis was another one. */
async function replaceMatches(
  tx: Db,
  ruleId: number,
  { ids, basis }: { ids: readonly number[]; basis: string },
): Promise<Set<number>> {
  const found = sql`${sql.param(ids)}::integer[]`;
  const { rows } = await tx.execute<{ isSame: boolean; before: number; entered: number[] }>(sql`
    with last as materialized (select * from rule_searches where rule_id = ${ruleId} for update)
    select basis = ${basis} as "isSame", cardinality(game_ids) as before,
      array(select unnest(${found}) except select unnest(game_ids)) as entered
    from last
  `);
  const [last] = rows;
  if (!last) return new Set();
  const hasChanged = !last.isSame || last.entered.length > 0 || last.before !== ids.length;
  if (hasChanged) {
    await tx.execute(sql`update rule_searches set game_ids = ${found}, basis = ${basis} where rule_id = ${ruleId}`);
  }
  return new Set(last.isSame ? last.entered : []);
}
