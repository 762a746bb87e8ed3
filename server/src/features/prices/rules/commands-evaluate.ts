import type { Db } from "../../../platform/db/connect.ts";
import { type SQL, sql } from "../../../platform/db/drizzle.ts";
import { enqueue } from "../../../platform/jobs/enqueue.ts";
import { choiceOf, isChosen } from "../../my-stores/queries.ts";
import { bitsOfOffer, bitsOfStore } from "../../stores/queries-launchers.ts";

export interface SeenGames {
  /**
   * Rows of game id and country whose offers have changed in this transaction, and of how they were before: an object
   * by store of price (`null` = not deliverable), regular price and currency; `null` = as they are now.
   */
  games: SQL;
  now: Date;
  /** The price was corrected and did not change: rules update their states without firing. */
  isCorrection?: boolean;
  /** Only this rule is evaluated: the prices become the state that it starts with. */
  baselineOf?: number;
}

/**
 * Evaluates the rules about games against the new prices, and writes an event for each that fires, with a delivery for
 * each of its channels (spec/notifications 2). Must run in the transaction that recorded the prices, after
 * `game_prices` was written, so that a price and its events are committed together or not at all.
 *
 * A rule's state of a game starts with the first change that it sees: what held before does not fire. The state resets
 * when the game is removed from the list, when the user prefers other stores, or when the market gets other prices.
 */
export async function evaluateRules(tx: Db, seen: SeenGames): Promise<void> {
  const watched = await findWatchedGames(tx, seen.games);
  if (watched.length === 0) return;
  await fireRules(tx, await updateStates(tx, watched, seen), seen.now);
}

/** Writes the events of rules that fire, and has them delivered. */
export async function fireRules(tx: Db, firing: readonly Firing[], now: Date): Promise<void> {
  if (firing.length > 0 && (await writeEvents(tx, firing, now))) await enqueue(tx, "notifications", [{}]);
}

interface WatchedGame {
  game_id: number;
  country: string;
  former: unknown;
}

/** A rule whose condition has come true for a game. */
export type Firing = Record<
  "id" | "user_id" | "kind" | "value" | "scope" | "subject" | "list_id" | "game_id" | "country" | "currency",
  unknown
> & {
  /** These three are left out in an event of a subscription. */
  store?: string;
  minor?: number;
  old_minor?: number | null;
  /** The plan, the day on which the game leaves it, and how long games stay in it. */
  plan_name?: string;
  happens_on?: string | null;
  median_days?: number | null;
  /** The bundle that the price is for, how many of its games the user wants, and what they cost one by one. */
  bundle_id?: number;
  bundle_title?: string;
  wanted_games?: number;
  separately_minor?: number;
};

/** Compares the rules' states with the new prices, updates them, and returns the rules that fire. */
async function updateStates(
  tx: Db,
  watched: readonly WatchedGame[],
  { now, baselineOf, isCorrection = baselineOf !== undefined }: SeenGames,
): Promise<Firing[]> {
  const time = sql`${now}::timestamptz`;
  const { rows } = await tx.execute<Firing>(sql`
    with ${pricedGames(watched, time)},
    -- the rows are locked, so that none is deleted or edited before its state is written
    evaluated as materialized (
      select game.game_id, game.currency, rule.*, scoped.basis, best.minor, best.store,
        base.last_minor as old_minor, outcome.*
      from game
      cross join lateral rules_about(game.game_id, game.country) about
      cross join lateral (
        select id, user_id, kind, value, scope, subject, list_id, country, unless_included from notification_rules
        where id = about.rule_id and kind not in ('joins', 'leaves')
          ${baselineOf === undefined ? sql`` : sql`and id = ${baselineOf}`}
        for no key update
      ) rule
      left join notification_settings settings on settings.user_id = rule.user_id
      left join lateral (${choiceOf(sql`rule.user_id`)}) preferred on rule.scope = 'mine'
      cross join lateral (
        select concat_ws(
          ' ', item_id, preferred.stores::text, preferred.official_only::text, preferred.launchers::text,
          nullif(game.country, rule.country)
        ) as basis
      ) scoped
      left join rule_states state
        on state.rule_id = rule.id and state.game_id = game.game_id and state.basis = scoped.basis
      left join lateral (${bestOffer("now")}) best on true
      left join lateral (${bestOffer("before")}) former on state.rule_id is null
      left join lateral (${lowestBefore(time, isCorrection)}) history
        on rule.kind = 'low' and (${isCorrection} or state.rule_id is null)
      cross join lateral (${stateBefore(isCorrection)}) base
      cross join lateral (${outcomeOf(isCorrection, time)}) outcome
      where ${baselineOf !== undefined} or (arms, coalesce(best.minor, base.last_minor), new_low_minor, is_available)
        is distinct from (
          base.armed, base.last_minor, case when state.rule_id is null then base.low_minor else state.low_minor end,
          base.available
        )
    ),
    seen as (
      insert into rule_states (rule_id, game_id, basis, armed, last_minor, low_minor, available)
      select id, game_id, basis, arms, coalesce(minor, old_minor), new_low_minor, is_available from evaluated
      on conflict (rule_id, game_id) do update
      set basis = excluded.basis, armed = excluded.armed, last_minor = excluded.last_minor,
        low_minor = excluded.low_minor, available = excluded.available
    )
    select id, user_id, kind, value, scope, subject, list_id, game_id, country, currency, store, old_minor, minor
    from evaluated where fires
  `);
  return rows;
}

/** Writes an event for each rule that fires, and its deliveries. Returns whether there was any. */
async function writeEvents(tx: Db, firing: readonly Firing[], now: Date): Promise<boolean> {
  const time = sql`${now}::timestamptz`;
  const { rows } = await tx.execute<{ hasFired: boolean }>(sql`
    -- a price that was notified within a day does not repeat, unless it is lower than the last one
    with firing as materialized (
      select given.* from json_to_recordset(${JSON.stringify(firing)}::json) as given (
        id integer, user_id integer, kind text, value integer, scope text, subject text, list_id integer,
        game_id integer, country text, currency text, store text, old_minor integer, minor integer,
        plan_name text, happens_on date, median_days integer, bundle_id integer, bundle_title text,
        wanted_games integer, separately_minor integer
      )
      left join lateral (
        select bool_or(new_minor = given.minor) as repeats, (array_agg(new_minor order by at desc, id desc))[1] as last
        from notification_events
        where rule_id = given.id and game_id = given.game_id and given.bundle_id is null
          and at > ${time} - interval '24 hours'
      ) notified on true
      where not (coalesce(repeats, false) and minor >= last)
    ),
    fired as (
      insert into notification_events (
        user_id, rule_id, kind, value, scope, subject, list_name, game_id, country, currency, store, old_minor,
        new_minor, plan_name, happens_on, median_days, bundle_id, bundle_title, wanted_games, separately_minor, at
      )
      select user_id, id, kind, value, scope, subject,
        coalesce(
          (select name from game_lists where game_lists.id = list_id),
          (select search_name from notification_rules rule where rule.id = firing.id)
        ),
        game_id, country, currency, store, old_minor, minor, plan_name, happens_on, median_days, bundle_id,
        bundle_title, wanted_games, separately_minor, ${time}
      from firing
      order by id, game_id
      returning id, rule_id
    ),
    touched as (
      update notification_rules set last_fired_at = ${time} where id in (select id from firing)
    ),
    -- waits for a channel that is being deleted, and leaves it out
    open_channel as materialized (
      select rule_id, channels.id from rule_channels join channels on channels.id = channel_id
      where rule_id in (select id from firing) and verified_at is not null and disabled_at is null
      for key share of channels
    ),
    delivered as (
      insert into notification_deliveries (event_id, channel_id)
      select fired.id, open_channel.id from fired join open_channel using (rule_id)
      order by fired.id
    )
    select exists (select from fired) as "hasFired"
  `);
  return rows[0]!.hasFired;
}

/** Rows of game id and country, as those whose prices it has, whose offers have not changed. */
export const asTheyAre = (games: SQL): SQL =>
  sql`select game_id, coalesce(shares_prices_with, country), null::jsonb
    from (${games}) as game (game_id, country) join markets using (country)`;

/** The changed games that rules watch: mostly none, which saves reading the offers. */
async function findWatchedGames(tx: Db, games: SQL): Promise<WatchedGame[]> {
  const { rows } = await tx.execute<WatchedGame & Record<string, unknown>>(sql`
    with changed (game_id, country, former) as (${games})
    select game_id, country, former from changed where exists (select from rules_about(game_id, country))
  `);
  return rows;
}

/**
 * The query `game`: the games with their offers. Lateral look-ups by key throughout: with outdated statistics, joins
 * could become nested loops over all rules.
 */
function pricedGames(watched: readonly WatchedGame[], time: SQL): SQL {
  return sql`
    changed as (
      select * from json_to_recordset(${JSON.stringify(watched)}::json)
        as game (game_id integer, country text, former jsonb)
    ),
    game as materialized (
      select changed.game_id, changed.country, currency, offered.*,
        release_date is null or release_date <= ${time}::date as is_released
      from changed
      cross join lateral (
        select release_date from games where id = changed.game_id and not hidden limit 1
      ) released
      join markets on markets.country = changed.country
      cross join lateral (${sumUpOffers()}) offered
    )`;
}

/** The state that a rule's new prices are compared with: the stored one, or what held before this change. */
function stateBefore(isCorrection: boolean): SQL {
  return sql`
    select
      case when state.rule_id is null
        then former.minor is null or not ${holds(sql`former`)} else state.armed end as armed,
      case when state.rule_id is null then former.minor else state.last_minor end as last_minor,
      case when ${isCorrection} or state.rule_id is null
        then history.low_minor else state.low_minor end as low_minor,
      case when state.rule_id is null then former.minor is not null else state.available end as available`;
}

/** The state that follows from the new prices, and whether the rule fires. */
function outcomeOf(isCorrection: boolean, time: SQL): SQL {
  return sql`
    select
      case when best.minor is null then base.armed
        else not ${holds(sql`best`)} or (base.armed and ${waitsForMail()}) end as arms,
      case when rule.kind = 'low' then least(base.low_minor, nullif(best.minor, 0)) end as new_low_minor,
      best.minor is not null as is_available,
      ${!isCorrection} and stopped_at is null and not ${isOwned}
        and not (rule.unless_included and is_included(rule.user_id, game.game_id, rule.country, ${time}::date))
        and coalesce(case rule.kind
        when 'drop' then best.minor < base.last_minor and is_released
        when 'low' then best.minor > 0 and best.minor < base.low_minor and is_released
        when 'stock' then best.minor is not null and not base.available
        else base.armed and ${holds(sql`best`)}
      end, false) and not ${waitsForMail()} as fires`;
}

/** The offers of a game now and before the change, as arrays in tie-breaking order. */
function sumUpOffers(): SQL {
  const inOrder = (column: SQL) => sql`array_agg(${column} order by position)`;
  const ofSteam = (reference: SQL, price: SQL) =>
    sql`max(${reference}) filter (where store = 'steam' and ${price} is not null)`;
  return sql`
    select ${inOrder(sql`store`)} as stores, ${inOrder(sql`is_official`)} as officials,
      ${inOrder(sql`launchers`)} as launchers,
      ${inOrder(sql`now_minor`)} as now_minors, ${inOrder(sql`now_regular`)} as now_regulars,
      ${inOrder(sql`coalesce(before_minor, case when former_offer is null then now_minor end)`)} as before_minors,
      ${inOrder(sql`case when former_offer is null then now_regular else before_regular end`)} as before_regulars,
      ${ofSteam(sql`coalesce(now_regular, now_minor)`, sql`now_minor`)} as now_steam,
      ${ofSteam(
        sql`case when former_offer is null then coalesce(now_regular, now_minor)
          else coalesce(before_regular, before_minor) end`,
        sql`case when former_offer is null then now_minor else before_minor end`,
      )} as before_steam
    from (
      select offers.store, kind = 'official' as is_official, position, former_offer,
        ${bitsOfOffer(sql`offers.store`, sql`offers.activates_on`)} as launchers,
        case when offers.currency = markets.currency and in_stock is not false then price_minor end as now_minor,
        regular_minor as now_regular,
        case when former_offer ->> 'currency' = markets.currency then (former_offer ->> 'minor')::integer end
          as before_minor,
        (former_offer ->> 'regular')::integer as before_regular
      from offers
      join stores on stores.key = offers.store and stores.enabled
      cross join lateral (select changed.former -> offers.store as former_offer) before
      where offers.game_id = changed.game_id and offers.country = changed.country
    ) offer`;
}

/**
 * The best deliverable price at the stores in the rule's scope, and what it is compared with (`referenceOf` in the
 * contract): its own regular price, otherwise Steam's.
 */
function bestOffer(when: "now" | "before"): SQL {
  const [minors, regulars, steam] = [`${when}_minors`, `${when}_regulars`, `${when}_steam`].map((name) =>
    sql.identifier(name),
  );
  return sql`
    select minor, coalesce(regular, game.${steam}) as reference, store
    from unnest(game.stores, game.officials, game.launchers, game.${minors}, game.${regulars})
      with ordinality as offer (store, is_official, launchers, minor, regular, place)
    where minor is not null and ${isInScope(sql`store`, sql`is_official`, sql`offer.launchers`)}
    order by minor, place
    limit 1`;
}

/** Whether an offer of a store that activates on these launchers is in the rule's scope. */
function isInScope(store: SQL, isOfficial: SQL, launchers: SQL): SQL {
  return sql`case rule.scope
    when 'official' then ${isOfficial}
    when 'mine' then ${isChosen(sql`preferred`, store, isOfficial, launchers)}
    else true
  end`;
}

/** Whether the rule's condition holds; never for `drop`, `low` and `stock`, which are about changes. */
function holds(offer: SQL): SQL {
  // rounds as `cutOf` in the contract does
  const cut = sql`case when ${offer}.minor < ${offer}.reference
    then floor((${offer}.reference - ${offer}.minor)::double precision * 100 / ${offer}.reference + 0.5) else 0 end`;
  return sql`coalesce(case rule.kind
    when 'target' then ${offer}.minor <= rule.value
    when 'discount' then ${cut} >= rule.value
    when 'free' then ${offer}.minor = 0
  end, false)`;
}

/** Whether the rule is about a game that its owner has: it pauses without forgetting its state. */
const isOwned = sql`(rule.subject = 'game' and exists (
  select from library_games owned
  where owned.user_id = rule.user_id and owned.game_id = game.game_id and owned.state = 'owned'
))`;

/**
 * Whether the rule reaches its owner by alert mail only, and that is stopped or has no verified address: it then stays
 * armed without firing.
 */
function waitsForMail(): SQL {
  return sql`coalesce((
    select bool_and(channels.is_alert_mail and (
      settings.stopped_at is not null or channels.disabled_at is not null or email is null or not email_verified
    ))
    from rule_channels join channels on channels.id = channel_id join users on users.id = channels.user_id
    where rule_id = rule.id
  ), false)`;
}

/**
 * The lowest price above 0 before this change, or with a correction the current one. For all stores it is stored; for a
 * narrower scope it is computed from the history.
 */
function lowestBefore(time: SQL, isCorrection: boolean): SQL {
  const isEarlier = isCorrection ? sql`` : sql`and recorded_at < ${time}`;
  const storedLow = isCorrection
    ? sql`low_minor`
    : sql`case when low_since = ${time} then previous_low_minor else low_minor end`;
  return sql`
    select case when rule.scope = 'all' then (
      select ${storedLow} from game_prices
      where game_prices.game_id = game.game_id and game_prices.country = game.country
    ) else (
      select min(price_minor) from price_history
      join stores on stores.key = price_history.store
      where price_history.game_id = game.game_id and price_history.country = game.country
        and price_history.currency = game.currency and price_minor > 0 ${isEarlier}
        and ${isInScope(
          sql`price_history.store`,
          sql`stores.kind = 'official'`,
          sql`coalesce(
            game.launchers[array_position(game.stores, price_history.store)], ${bitsOfStore(sql`price_history.store`)}
          )`,
        )}
    ) end as low_minor`;
}
