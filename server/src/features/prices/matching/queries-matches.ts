import { AppError } from "contract/core/errors.ts";
import { toAmount } from "contract/core/money.ts";
import { firstCountry } from "contract/markets/regions.ts";
import type { Match, MatchCandidate } from "contract/prices/match-schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { type SQL, sql } from "../../../platform/db/drizzle.ts";
import { containsFolded } from "../../../platform/db/search.ts";

export interface MatchFilter {
  store?: StoreKey | undefined;
  /** Words of titles; case and accents do not matter. */
  search?: string;
  /** `proposed`: waiting ones with a proposal. */
  state?: "waiting" | "proposed" | "decided";
  offset?: number;
  limit: number;
}

/** Waiting products, most promising first: with candidates, then seen most often; decided ones with the latest first. */
export async function listMatches(
  db: Db,
  { store, search = "", state = "waiting", offset = 0, limit }: MatchFilter,
): Promise<{ matches: Match[]; total: number }> {
  const condition = sql`(${store ?? null}::text is null or store = ${store ?? null})
    and (decision is not null) = ${state === "decided"}
    ${state === "proposed" ? sql`and proposed_game_id is not null` : sql``}
    and ${containsFolded(search, sql`coalesce(match.title, '')`) ?? sql`true`}`;

  const [matches, counted] = await Promise.all([
    // select the page first, so that candidates are looked up for its products only
    readMatches(
      db,
      sql`select * from match_reviews match where ${condition}
        order by ${mostPromisingFirst} limit ${limit} offset ${offset}`,
    ),
    db.execute<{ total: number }>(sql`select count(*)::integer as total from match_reviews match where ${condition}`),
  ]);
  return { matches, total: counted.rows[0]!.total };
}

/** Throws `not_found`. */
export async function requireMatch(db: Db, id: number): Promise<Match> {
  const [match] = await readMatches(db, sql`select * from match_reviews match where id = ${id}`);
  if (!match) throw new AppError("not_found", `There is no match ${id} to review`);
  return match;
}

/** The number of waiting products by store, in descending order. */
export async function countWaiting(db: Db): Promise<{ store: StoreKey; waiting: number }[]> {
  const { rows } = await db.execute<{ store: StoreKey; waiting: number }>(sql`
    select store, count(*)::integer as waiting from match_reviews
    where decision is null group by store order by waiting desc, store
  `);
  return rows;
}

type MatchRow = Record<"id" | "seen_count", number> &
  Record<"store" | "product_id" | "last_seen_at", string> &
  Record<"title" | "link" | "currency" | "decided_at" | "decided_by", string | null> & {
    price_minor: number | null;
    candidates: (Omit<MatchCandidate, "steam_price"> & { steam_minor: number | null })[];
    proposal: Match["proposal"];
    decision: Match["decision"];
    reason: Match["reason"];
    game: Match["game"];
    is_new_game: boolean;
  };

const mostPromisingFirst = sql`decided_at desc nulls last, cardinality(candidates) = 0, seen_count desc, match.id`;

/** Rows of `match_reviews` with their games. */
async function readMatches(db: Db, rowsOf: SQL): Promise<Match[]> {
  const { rows } = await db.execute<MatchRow>(sql`
    select match.id, store, product_id, match.title, link, price_minor, currency, seen_count, reason,
      to_json(last_seen_at) #>> '{}' as last_seen_at, decision, is_new_game,
      to_json(decided_at) #>> '{}' as decided_at, users.username as decided_by,
      case when proposed.id is not null then json_build_object(
        'game', json_build_object('id', proposed.id, 'title', proposed.title), 'proposed_at', proposed_at,
        'proposed_by', proposer.username, 'stale', match.title is distinct from proposed_title
      ) end as proposal,
      case when game.id is not null then json_build_object('id', game.id, 'title', game.title) end as game,
      coalesce(
        (select json_agg(json_build_object('id', candidate.id, 'title', candidate.title,
            'developer', candidate.developer, 'genre', candidate.genre, 'release_date', candidate.release_date,
            'steam_appid', candidate.steam_appid, 'steam_minor', prices.steam_minor) order by candidate.id)
          from games candidate
          left join game_prices prices on prices.game_id = candidate.id and prices.country = ${firstCountry}
          where candidate.id = any(candidates)),
        '[]'
      ) as candidates
    from (${rowsOf}) match
    left join games game on game.id = match.game_id
    left join users on users.id = decided_by
    left join games proposed on proposed.id = match.proposed_game_id
    left join users proposer on proposer.id = match.proposed_by
    order by ${mostPromisingFirst}
  `);
  return rows.map(({ price_minor, candidates, last_seen_at, decided_at, proposal, ...match }) => ({
    ...match,
    proposal: proposal && { ...proposal, proposed_at: new Date(proposal.proposed_at).toISOString() },
    price: toAmount(price_minor, match.currency ?? undefined),
    candidates: candidates.map(({ steam_minor, ...game }) => ({ ...game, steam_price: toAmount(steam_minor) })),
    last_seen_at: new Date(last_seen_at).toISOString(),
    decided_at: match.decision && decided_at && new Date(decided_at).toISOString(),
  }));
}
