import { toMinor } from "contract/core/money.ts";
import { searchWords } from "contract/core/text.ts";
import { nearLow } from "contract/games/filter-labels.ts";
import { cutSteps, priceStepsIn } from "contract/games/price-steps.ts";
import { newDays } from "contract/games/rules.ts";
import type { Facets } from "contract/games/schema.ts";
import type { GameSort } from "contract/games/sorting.ts";
import type { Launcher } from "contract/prices/launchers.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { OfferFilter } from "../features/games/read-model/filters.ts";
import type { GamesQuery, ListCriteria } from "../features/games/read-model/query.ts";
import type { Db } from "../platform/db/connect.ts";
import { type SQL, sql } from "../platform/db/drizzle.ts";

/** Lists as straightforward SQL, in the market of the United States: the reference for the read model. */

/** Creates the functions of the statements. */
export async function createListFunctions(db: Db): Promise<void> {
  await db.execute(sql`
    create or replace function fold_name(text) returns text language sql immutable parallel safe as $$
      select normalize(lower(regexp_replace(normalize($1, NFKD), U&'[\\0300-\\036f]', '', 'g')), NFC)
    $$`);
  await db.execute(sql`
    create or replace function names_of(text) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(distinct public.fold_name(trim(name))), '{}')
      from unnest(string_to_array($1, ',')) name where trim(name) <> ''
    $$`);
  await db.execute(sql`
    create or replace function developers_of(text) returns text[] language sql immutable parallel safe as $$
      select array_agg(replace(name, ';', ',')) || public.fold_name($1)
      from unnest(public.names_of(regexp_replace($1, ', (Inc|Ltd|LLC)', '; \\1', 'g'))) name
    $$`);
}

/** The offers of some stores, and of these only those that activate on any of the launchers, if there are some. */
export interface SomeOffers {
  stores: readonly StoreKey[];
  activates?: readonly Launcher[];
}

/** A game's genres, tags and developers as lists of folded names. */
const nameLists = sql`names_of(genre) as genres, names_of(tags) as tag_names, developers_of(developer) as developers`;

/** The games as `g` with their prices as `p`, at all stores or only at some. */
function tablesOf(stores?: SomeOffers): SQL {
  const prices = stores ? pricesAt(stores) : pricesEverywhere;
  return sql`(select *, ${nameLists} from games) g left join ${prices} p on p.game_id = g.id and p.country = 'US'`;
}

const ofStore = (list: SQL, store: SQL) => sql`${list}[array_position(store_keys, ${store})]`;
const steamRegular = ofStore(sql`store_regulars`, sql`'steam'`);

const pricesEverywhere = sql`(
  select *, ${steamRegular} as steam_regular_minor,
    to_timestamp(${ofStore(sql`store_sinces`, sql`best_store`)}) as best_since
  from game_prices)`;

/** The tables of `listBySql`; recreate them after changes of games or prices. */
export async function createListTables(db: Db): Promise<void> {
  await db.execute(sql`
    create unlogged table list_games as select id, title_folded, rating, release_date, metacritic_score, player_count,
      review_count, type, explicit, controller_support, plans, ${nameLists} from games`);
  await db.execute(sql`
    create unlogged table list_prices as select game_id, best_minor, regular_minor, steam_minor, steam_regular_minor,
      official_minor, low_minor, kind_low_minor, kind_high_minor, kind_low_since, kind_since, best_since,
      best_changed_at, sold_at, activates_on from ${pricesEverywhere} everywhere where country = 'US'`);
  await db.execute(sql`analyze list_games, list_prices`);
}

/** The rows of `game_prices` as they would be if there were no other stores (spec/my-stores 3). */
function pricesAt({ stores, activates = [] }: SomeOffers): SQL {
  const chosen = sql`string_to_array(${stores.join(",")}::text, ',')`;
  const launchers = sql`string_to_array(${activates.join(",")}::text, ',')`;
  // as the offers state it, otherwise as everything at the store does
  const activating = sql`coalesce(
    (select activates_on from offers
      where offers.game_id = game_prices.game_id and offers.country = 'US' and offers.store = fact.store),
    case fact.store when 'steam' then array['steam'] when 'gog' then array['gog', 'drm-free']
      when 'epic' then array['epic'] else '{}' end)`;
  const facts = sql`(
    select fact.*, kind = 'official' as official
    from unnest(store_keys, store_minors, store_regulars, store_lows, store_lows_since, store_highs, store_sinces,
      store_changed_at) with ordinality fact (store, minor, regular, low, low_since, high, since, changed, place)
    join stores on key = store
    where store = any(${chosen}) ${activates.length === 0 ? sql`` : sql`and ${activating} && ${launchers}`}
  )`;
  return sql`(
    select game_id, country, steam_minor, ${steamRegular} as steam_regular_minor, best.*, low.*, kind.*,
      array(select store from ${facts} fact where minor is not null) as sold_at,
      array(select distinct unnest(${activating}) from ${facts} fact where minor is not null) as activates_on,
      (select min(minor) from ${facts} fact where official) as official_minor,
      to_timestamp((select min(changed) from ${facts} fact where minor = best.best_minor)) as best_changed_at,
      to_timestamp((
        select min(fact.low_since) from ${facts} fact
        where fact.official = best.is_official and fact.low = kind.kind_low_minor
      )) as kind_low_since
    from game_prices
    left join lateral (
      select minor as best_minor, regular as regular_minor, official as is_official, to_timestamp(since) as best_since
      from ${facts} fact
      where minor is not null order by minor, place limit 1
    ) best on true
    cross join lateral (select min(fact.low) as low_minor from ${facts} fact) low
    cross join lateral (
      select min(fact.low) as kind_low_minor, max(high) as kind_high_minor, to_timestamp(min(since)) as kind_since
      from ${facts} fact where official = best.is_official
    ) kind
  )`;
}

const reference = sql`coalesce(p.regular_minor, p.steam_regular_minor, p.steam_minor)`;
const cut = sql`case when ${reference} > p.best_minor
  then round((${reference} - p.best_minor)::numeric * 100 / ${reference}) else 0 end`;
/** The time that lists are computed for: the beginning of the hour. */
const hour = sql`date_trunc('hour', now())`;
const atLow = sql`p.best_minor > 0 and ${cut} > 0 and p.best_minor = p.kind_low_minor
  and p.kind_high_minor > p.kind_low_minor and p.kind_since <= ${hour} - interval '30 days'`;
const today = sql`(now() at time zone 'UTC')::date`;

const sortColumns: Record<GameSort, SQL> = {
  rating: sql`g.rating`,
  lowest_price: sql`p.best_minor`,
  // test titles contain only characters that UTF-16 and UTF-8 sort alike
  title: sql`g.title_folded collate "C"`,
  release_date: sql`g.release_date`,
  discount: sql`nullif(${cut}, 0)`,
  metacritic_score: sql`g.metacritic_score`,
  player_count: sql`g.player_count`,
  // without a search
  relevance: sql`case when coalesce(g.player_count, g.review_count) is not null
    then (coalesce(g.player_count, 0), coalesce(g.review_count, 0)) end`,
  popularity: sql`case when coalesce(g.player_count, g.review_count) is not null
    then (coalesce(g.player_count, 0), coalesce(g.review_count, 0)) end`,
  cut: sql`nullif(${cut}, 0)`,
  price_changed: sql`floor(extract(epoch from p.best_changed_at) * 1000)`,
};

/** A parameter whose type PostgreSQL knows. */
const number = (value: number) => sql`${value}::int`;
const folded = (names: readonly string[]) => sql`(select array_agg(fold_name(name))
  from unnest(string_to_array(${names.join(",")}::text, ',')) name)`;

/** A condition for each filter that is on. */
function conditionsOf(criteria: ListCriteria): Record<string, SQL> {
  const { low, type = ["game"] } = criteria;
  const conditions: Record<string, SQL | false | "" | undefined> = {
    search: and(
      searchWords(criteria.search).map((word) => sql`g.title_folded like ${`%${word.replace(/[%_\\]/g, "\\$&")}%`}`),
    ),
    min_price: criteria.min_price !== undefined && sql`p.best_minor >= ${number(toMinor(criteria.min_price)!)}`,
    max_price: criteria.max_price !== undefined && sql`p.best_minor <= ${number(toMinor(criteria.max_price)!)}`,
    min_cut: criteria.min_cut !== undefined && sql`p.best_minor is not null and ${cut} >= ${number(criteria.min_cut)}`,
    low:
      low &&
      {
        at: atLow,
        new: sql`${atLow} and p.kind_low_since > ${hour} - make_interval(days => ${number(newDays)})
          and p.best_since <= ${hour} - interval '1 day'`,
        near: sql`p.best_minor * 100::bigint
          <= p.low_minor * (100::bigint + ${number(criteria.low_within ?? nearLow)})`,
      }[low],
    store: criteria.store && sql`p.sold_at && string_to_array(${criteria.store.join(",")}::text, ',')`,
    activates: criteria.activates && sql`p.activates_on && string_to_array(${criteria.activates.join(",")}::text, ',')`,
    official: criteria.official && sql`p.official_minor is not null`,
    genre: criteria.genre && sql`g.genres && ${folded(criteria.genre)}`,
    tag: criteria.tag && sql`g.tag_names @> ${folded(criteria.tag)}`,
    tag_any: criteria.tag_any && sql`g.tag_names && ${folded(criteria.tag_any)}`,
    tag_not: criteria.tag_not && sql`not g.tag_names && ${folded(criteria.tag_not)}`,
    developer: criteria.developer && sql`g.developers @> array[fold_name(${criteria.developer}::text)]`,
    released_from: criteria.released_from && sql`g.release_date >= ${criteria.released_from}::date`,
    released_to: criteria.released_to && sql`g.release_date <= ${criteria.released_to}::date`,
    upcoming: criteria.upcoming && sql`g.release_date > ${today}`,
    min_rating: criteria.min_rating !== undefined && sql`g.rating >= ${criteria.min_rating}::float8`,
    min_metacritic:
      criteria.min_metacritic !== undefined && sql`g.metacritic_score >= ${number(criteria.min_metacritic)}`,
    min_players: criteria.min_players !== undefined && sql`g.player_count >= ${number(criteria.min_players)}`,
    min_reviews: criteria.min_reviews !== undefined && sql`g.review_count >= ${number(criteria.min_reviews)}`,
    controller:
      criteria.controller &&
      sql`g.controller_support::text = any(string_to_array(${criteria.controller.join(",")}::text, ','))`,
    type: type !== "any" && sql`coalesce(g.type, 'game')::text = any(string_to_array(${type.join(",")}::text, ','))`,
    plan:
      criteria.plan &&
      sql`string_to_array(g.plans, ' ') && string_to_array(${criteria.plan
        .flatMap((key) => [key, `${key}@US`])
        .join(" ")}::text, ' ')`,
    in_bundle:
      criteria.in_bundle &&
      sql`g.id in (
        select game_id from bundle_items
        join bundles on bundles.id = bundle_id join stores on stores.key = bundles.store
        where enabled and (cardinality(countries) = 0 or 'US' = any(countries)) and ends_at > ${hour}
          and (begins_at is null or begins_at <= ${hour}))`,
    free: criteria.free && sql`p.best_minor = 0`,
    explicit: !criteria.showExplicit && sql`not g.explicit`,
  };
  return Object.fromEntries(Object.entries(conditions).filter((entry): entry is [string, SQL] => Boolean(entry[1])));
}

function and(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join([...conditions], sql`) and (`)})`;
}

/** The condition of only some filters. */
function only(criteria: ListCriteria, names: readonly string[]): SQL {
  const conditions = conditionsOf(criteria);
  return and(names.flatMap((name) => conditions[name] ?? []));
}

/** The condition of all filters except some. */
function where(criteria: ListCriteria, off: readonly string[] = []): SQL {
  return only(
    criteria,
    Object.keys(conditionsOf(criteria)).filter((name) => !off.includes(name)),
  );
}

const steps = priceStepsIn("USD");

const stepsInCents = sql.raw(steps.map((dollars) => toMinor(dollars)!).join(", "));

/** The place of a game's price among the steps. */
const priceStep = sql`width_bucket(best_minor, array[${stepsInCents}]) - 1`;

/** The counts by the price of the step instead of its place. */
function byStep(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([n, count]) => [steps[Number(n)]!, count]));
}

/** All steps of discounts, and whether a game with `cut` counts for one. */
const everyCut = sql`unnest(array[${sql.raw(cutSteps.join(", "))}]::int[])`;
const hasCut = sql`best_minor is not null and cut >= value`;

/** The supports that are counted; `none` is no option. */
const countedSupport = sql`nullif(g.controller_support, 'none')`;

/** Facets whose options are counted as if their filters were off; those by offers are tested by their lists. */
const facetFilters = {
  genre: ["genre"],
  price: ["min_price", "max_price"],
  cut: ["min_cut"],
  type: ["type"],
  controller: ["controller"],
};
type FacetFilter = keyof typeof facetFilters;

/** A page of the list, the number of games in all of it, and its facets. */
export interface ExpectedList {
  ids: number[];
  total: number;
  facets: FacetCounts;
}

/** All of `ExpectedList` in one pass over the tables of `createListTables`; of some stores over those they are from. */
export async function listBySql(db: Db, criteria: GamesQuery, stores?: SomeOffers): Promise<ExpectedList> {
  const isOn = (name: FacetFilter) => sql.identifier(`${name}_on`);
  const names = Object.keys(facetFilters) as FacetFilter[];
  const on = (off?: FacetFilter) => and(names.filter((name) => name !== off).map((name) => sql`${isOn(name)}`));
  const counts = (value: SQL, off?: FacetFilter, counted = sql`true`) => sql`(
    select coalesce(json_object_agg(value, count), '{}') from (
      select value, count(*) from (select ${value} as value, cut, best_minor from listed where ${on(off)}) options
      where value is not null and ${counted} group by 1) counted)`;
  const { rows } = await db.execute<{ ids: string; total: number } & FacetCounts>(sql`
    with listed as materialized (
      select g.id, g.genres, g.tag_names, ${countedSupport} as controller, coalesce(g.type, 'game') as type,
        p.best_minor, ${cut} as cut,
        ${sortColumns[criteria.sort]} as sorted,
        ${sql.join(
          names.map((name) => sql`(${only(criteria, facetFilters[name])}) is true as ${isOn(name)}`),
          sql`, `,
        )}
      from ${stores ? tablesOf(stores) : sql`list_games g left join list_prices p on p.game_id = g.id`}
      where ${where(criteria, Object.values(facetFilters).flat())}
    )
    select (select count(*)::int from listed where ${on()}) as total,
      (select coalesce(string_agg(id::text, ','), '') from (
        select id from listed where ${on()} order by sorted ${sql.raw(criteria.order)} nulls last, id
        limit ${criteria.limit} offset ${criteria.offset}) page) as ids,
      ${counts(sql`unnest(genres)`, "genre")} as genre,
      ${counts(sql`unnest(tag_names)`)} as tag,
      ${counts(priceStep, "price")} as price,
      ${counts(everyCut, "cut", hasCut)} as cut,
      ${counts(sql`type`, "type")} as type,
      ${counts(sql`controller`, "controller")} as controller`);
  const { ids, total, price, ...facets } = rows[0]!;
  return {
    ids: ids === "" ? [] : ids.split(",").map(Number),
    total,
    facets: { ...facets, price: byStep(price) },
  };
}

/** How many games the list of `listBySql` would have without some filters, for each group of them. */
export async function countWithoutBySql(
  db: Db,
  criteria: ListCriteria,
  groups: readonly string[][],
): Promise<number[]> {
  if (groups.length === 0) return [];
  const counts = groups.map(
    (off, n) => sql`count(*) filter (where ${where(criteria, off)})::int as ${sql.identifier(`n${n}`)}`,
  );
  const { rows } = await db.execute<Record<string, number>>(
    sql`select ${sql.join(counts, sql`, `)} from list_games g left join list_prices p on p.game_id = g.id`,
  );
  return groups.map((_, n) => rows[0]![`n${n}`]!);
}

/** A page of the list with the number of games in all of it. */
export async function findBySql(db: Db, criteria: GamesQuery): Promise<{ ids: number[]; total: number }> {
  const [count, list] = await Promise.all([
    db.execute<{ total: number }>(sql`select count(*)::int as total from ${tablesOf()} where ${where(criteria)}`),
    db.execute<{ id: number }>(sql`select g.id from ${tablesOf()} where ${where(criteria)}
      order by ${sortColumns[criteria.sort]} ${sql.raw(criteria.order)} nulls last, g.id
      limit ${criteria.limit} offset ${criteria.offset}`),
  ]);
  return { ids: list.rows.map(({ id }) => id), total: count.rows[0]!.total };
}

/** How many games each option leaves, by facet and option; genres and tags are folded. */
export type FacetCounts = Record<Exclude<keyof Facets, OfferFilter>, Record<string, number>>;

/** The facets alone, each by a statement of its own, as a site without a read model would count them. */
export async function countFacetsBySql(db: Db, criteria: ListCriteria): Promise<FacetCounts> {
  const [genre, tag, price, cuts, type, controller] = await Promise.all([
    countValues(db, sql`unnest(g.genres)`, where(criteria, facetFilters.genre)),
    countValues(db, sql`unnest(g.tag_names)`, where(criteria)),
    countValues(db, priceStep, where(criteria, facetFilters.price)),
    countValues(db, everyCut, where(criteria, facetFilters.cut), hasCut),
    countValues(db, sql`coalesce(g.type, 'game')`, where(criteria, facetFilters.type)),
    countValues(db, countedSupport, where(criteria, facetFilters.controller)),
  ]);
  return { genre, tag, price: byStep(price), cut: cuts, type, controller };
}

async function countValues(db: Db, value: SQL, condition: SQL, counted = sql`true`): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ value: string; count: number }>(sql`
    select value::text as value, count(*)::int as count
    from (select ${value} as value, ${cut} as cut, p.best_minor from ${tablesOf()} where ${condition}) p
    where value is not null and ${counted} group by 1`);
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]));
}
