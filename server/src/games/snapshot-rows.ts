import type { StoreKey } from "contract/stores.ts";

/** What a game's answer is made of; money in cents. */
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

/** What games are found and sorted by. */
export type IndexedRow = Pick<
  GameRow,
  | "id"
  | "explicit"
  | "rating"
  | "metacriticScore"
  | "playerCount"
  | "steamCents"
  | "gogCents"
  | "cdkeysCents"
  | "otherCents"
  | "cdkeysInStock"
  | "bestCents"
> & {
  titleFolded: string;
  /** The release in days since 1970. */
  releaseDay: number | null;
};

export type SnapshotRow = GameRow & IndexedRow;

/** How PostgreSQL sends a value in binary: integers in four bytes, floats in eight, truth values in one. */
export type Kind = "int" | "float" | "bool" | "text";

type Field = { kind: Kind; sql: string };

const int = (sql: string): Field => ({ kind: "int", sql });
const float = (sql: string): Field => ({ kind: "float", sql });
const bool = (sql: string): Field => ({ kind: "bool", sql });
const text = (sql: string): Field => ({ kind: "text", sql });

/** The columns of a row: those first that only the index needs, then those that the index and answers do. */
const columns: Record<keyof SnapshotRow, Field> = {
  titleFolded: text("title_folded"),
  releaseDay: int("release_date - date '1970-01-01'"),
  id: int("games.id"),
  explicit: bool("explicit"),
  rating: float("rating"),
  metacriticScore: int("metacritic_score::int"),
  playerCount: int("player_count"),
  steamCents: int("steam_cents"),
  gogCents: int("gog_cents"),
  cdkeysCents: int("cdkeys_cents"),
  otherCents: int("other_cents"),
  cdkeysInStock: bool("cdkeys_in_stock"),
  bestCents: int("best_cents"),
  title: text("title"),
  genre: text("genre"),
  developer: text("developer"),
  description: text("description"),
  reviewScore: float("review_score"),
  reviewCount: int("review_count"),
  boxartUrl: text("boxart_url"),
  steamAppid: int("steam_appid"),
  tags: text("tags"),
  releaseDate: text("release_date::text"),
  bestStore: text("best_store::text"),
  highestBestCents: int("highest_best_cents"),
  lowCents: int("low_cents"),
  lowStore: text("low_store::text"),
  lowAt: float("floor(extract(epoch from low_at) * 1000)::float8"),
  steamLink: text("steam_link"),
  gogLink: text("gog_link"),
  cdkeysLink: text("cdkeys_link"),
  otherLink: text("other_link"),
};

/** A column by its name and kind. */
export interface Column<Name extends keyof SnapshotRow> {
  name: Name;
  kind: Kind;
}

/** In the order in which rows have them. */
export const allColumns = Object.entries(columns).map(([name, { kind }]) => ({ name, kind })) as Column<
  keyof SnapshotRow
>[];

const placeOf = (column: keyof SnapshotRow) => allColumns.findIndex(({ name }) => name === column);

/** How many columns of a row come before those of its record. */
export const columnsBeforeRecord = placeOf("id");

/** What the index is made of: the first columns of a row. */
export const indexedColumns = allColumns.slice(0, placeOf("title")) as Column<keyof IndexedRow>[];

/** What answers are made of: the last columns of a row. */
export const recordColumns = allColumns.slice(columnsBeforeRecord) as Column<keyof GameRow>[];

const select = `
  select ${Object.entries(columns)
    .map(([name, { sql }]) => `${sql} as "${name}"`)
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
 * Reads the rows of all games, ascending by id. Written out, because the thread that reads the whole catalogue would
 * take longer to load a query builder than to read a small one.
 *
 * A full join can only be hashed or merged. Foreign keys make it the same as a left join, which the planner would turn
 * into nested loops when its statistics were taken while the tables were empty: minutes instead of a second.
 */
export const selectAllRows = `
  ${select}
  full join game_prices on game_prices.game_id = games.id
  full join (${selectLinks} group by game_id) links on links.game_id = games.id
  order by games.id`;

/**
 * Reads the rows of some games, in no order; a condition on `games.id` goes behind it. Statistics do not matter: each game is
 * looked up by its key, whose cost the planner compares with the real size of the tables.
 */
export const selectSomeRows = `
  ${select}
  left join game_prices on game_prices.game_id = games.id
  left join lateral (${selectLinks} and game_id = games.id group by game_id) links on true`;
