import { gameColumns } from "contract/games/columns.ts";
import {
  type AnyPgColumn,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  sql,
  text,
  timestamp,
} from "../../platform/db/drizzle.ts";

export const gameType = pgEnum("game_type", gameColumns.type.choices);
export const controllerSupport = pgEnum("controller_support", gameColumns.controller_support.choices);

export const games = pgTable(
  "games",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    title: text().notNull(),
    /** `foldText(title)`, for searches and the sort by title. */
    titleFolded: text().notNull(),
    /** `titleKey(title)`, which is the same for different spellings of one title. */
    titleKey: text().notNull(),
    /** Other titles of the game, one per line (contract/games/titles.ts), and the `titleKey` of each. */
    alsoKnownAs: text(),
    alsoKnownKeys: text(),
    /** Titles by language, one per line (contract/games/titles.ts), and the `titleKey` of each. */
    localizedTitles: text(),
    localizedKeys: text(),
    genre: text(),
    developer: text(),
    description: text(),
    /** 0 to 10, one decimal. */
    rating: doublePrecision(),
    reviewScore: doublePrecision(),
    reviewCount: integer(),
    boxartUrl: text(),
    steamAppid: integer().unique("games_steam_appid_key"),
    tags: text(),
    /** Steam's content descriptors; `null` = not known. */
    contentDescriptors: smallint().array(),
    /** Derived by a trigger: `is_explicit(title_key, genre, tags, content_descriptors)`, unless a person overrides it. */
    explicit: boolean().notNull().default(false),
    playerCount: integer(),
    metacriticScore: smallint(),
    releaseDate: date({ mode: "string" }),
    /** `null` = unknown, counts as a game. */
    type: gameType(),
    controllerSupport: controllerSupport(),
    /** The base game of a DLC. */
    parentId: integer().references((): AnyPgColumn => games.id, { onDelete: "set null" }),
    /** The game or its prices are generated, as in the bundled sample; an import of real games removes it. */
    sample: boolean().notNull().default(false),
    /**
     * The subscription plans that have it today, separated by spaces, such as `pc-game-pass`, or `pc-game-pass@GB` for
     * one country only; derived from memberships (`features/subscriptions/`).
     */
    plans: text(),
    /** Only administrators see it. */
    hidden: boolean().notNull().default(false),
    /** The facts from files and sources by columns that a person has overridden; removing the override restores them. */
    overrides: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Increases with every change made by a person. */
    version: integer().notNull().default(1),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("games_hidden_idx").on(table.id).where(sql`${table.hidden}`),
    index("games_edited_idx").on(table.id).where(sql`${table.overrides} <> '{}'`),
    index("games_parent_idx").on(table.parentId).where(sql`${table.parentId} is not null`),
    index("games_title_key_idx").on(table.titleKey, sql`extract(year from ${table.releaseDate})`),
    index("games_title_beginning_idx").on(sql`${table.titleKey} collate "C"`),
  ],
);

/**
 * The titles of games besides their own, by which matches find them. A trigger derives them from `games.alsoKnownAs`,
 * whose language is not known, and `games.localizedTitles`.
 */
export const gameTitles = pgTable(
  "game_titles",
  {
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    /** BCP 47; `und` = not known. */
    locale: text().notNull().default("und"),
    title: text().notNull(),
    titleKey: text().notNull(),
    /** `game` = of the columns of `games`. */
    source: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.locale, table.titleKey] }),
    index("game_titles_key_idx").on(table.titleKey),
    index("game_titles_beginning_idx").on(sql`${table.titleKey} collate "C"`),
  ],
);

/** Every title of every game, its own included, as `game_id`, `title` and `title_key`. */
export const allTitles = sql`(
  select id as game_id, title, title_key from games
  union all
  select game_id, title, title_key from game_titles
)`;

/** What people decided about words that are no known genres; later imports follow it. */
export const genreAliases = pgTable("genre_aliases", {
  /** `aliasKey(word)` */
  key: text().primaryKey(),
  /** As it was found. */
  word: text().notNull(),
  /** `null` = ignored. */
  genre: text(),
  mappedAt: timestamp({ withTimezone: true }).notNull(),
  /** The games that had the word, for an undo. */
  changed: jsonb().$type<ChangedGenre[]>().notNull(),
});

/** A game's genres before and after a mapping; `overridden`: those that a person's override replaces. */
export interface ChangedGenre {
  id: number;
  overridden: boolean;
  before: string;
  after: string | null;
}
