import type { StoreKey } from "contract/stores.ts";

/** What a game's response is made of; money in cents. */
export type GameRow = {
  id: number;
  title: string;
  genre: string | null;
  developer: string | null;
  description: string | null;
  rating: number | null;
  reviewScore: number | null;
  reviewCount: number | null;
  boxartUrl: string | null;
  steamAppid: number | null;
  tags: string | null;
  explicit: boolean;
  playerCount: number | null;
  metacriticScore: number | null;
  /** YYYY-MM-DD */
  releaseDate: string | null;
  steamCents: number | null;
  gogCents: number | null;
  cdkeysCents: number | null;
  otherCents: number | null;
  cdkeysInStock: boolean | null;
  bestCents: number | null;
  bestStore: StoreKey | null;
  highestBestCents: number | null;
  lowCents: number | null;
  lowStore: StoreKey | null;
  /** In ms since 1970. */
  lowAt: number | null;
  steamLink: string | null;
  gogLink: string | null;
  cdkeysLink: string | null;
  otherLink: string | null;
};

/** A game with what it is searched and sorted by. */
export type IndexedRow = GameRow & {
  titleFolded: string;
  /** The release in days since 1970. */
  releaseDay: number | null;
};

const gameColumns: Record<keyof GameRow, string> = {
  id: "games.id",
  title: "title",
  genre: "genre",
  developer: "developer",
  description: "description",
  rating: "rating",
  reviewScore: "review_score",
  reviewCount: "review_count",
  boxartUrl: "boxart_url",
  steamAppid: "steam_appid",
  tags: "tags",
  explicit: "explicit",
  playerCount: "player_count",
  metacriticScore: "metacritic_score",
  releaseDate: "release_date::text",
  steamCents: "steam_cents",
  gogCents: "gog_cents",
  cdkeysCents: "cdkeys_cents",
  otherCents: "other_cents",
  cdkeysInStock: "cdkeys_in_stock",
  bestCents: "best_cents",
  bestStore: "best_store",
  highestBestCents: "highest_best_cents",
  lowCents: "low_cents",
  lowStore: "low_store",
  lowAt: "floor(extract(epoch from low_at) * 1000)::float8",
  steamLink: "steam_link",
  gogLink: "gog_link",
  cdkeysLink: "cdkeys_link",
  otherLink: "other_link",
};

export const gameFields = Object.keys(gameColumns) as (keyof GameRow)[];

const indexedColumns: Record<keyof IndexedRow, string> = {
  ...gameColumns,
  titleFolded: "title_folded",
  releaseDay: "release_date - date '1970-01-01'",
};

const select = `
  select ${Object.entries(indexedColumns)
    .map(([name, sql]) => `${sql} as "${name}"`)
    .join(", ")}
  from games`;

const selectLinks = `
  select
    game_id,
    max(link) filter (where store = 'steam') as steam_link,
    max(link) filter (where store = 'gog') as gog_link,
    max(link) filter (where store = 'cdkeys') as cdkeys_link,
    max(link) filter (where store = 'other') as other_link
  from offers
  where link is not null`;

/**
 * Reads the rows of all games, ascending by id. Plain SQL, because the thread that builds the read model would take
 * longer to load a query builder than to read a small catalogue.
 *
 * A full join can only be hashed or merged. Foreign keys make it equal to a left join, which the planner would turn
 * into nested loops if its statistics were taken while the tables were empty: minutes instead of a second.
 */
export const selectAllRows = `
  ${select}
  full join game_prices on game_prices.game_id = games.id
  full join (${selectLinks} group by game_id) links on links.game_id = games.id
  order by games.id`;

/**
 * Reads the rows of some games, in no order; append a condition on `games.id`. Looks each game up by its key, so that
 * statistics don't matter.
 */
export const selectSomeRows = `
  ${select}
  left join game_prices on game_prices.game_id = games.id
  left join lateral (${selectLinks} and game_id = games.id group by game_id) links on true`;
