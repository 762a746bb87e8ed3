import { gameTypes } from "contract/games/game-type.ts";
import { sql } from "drizzle-orm";
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
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

export const gameType = pgEnum("game_type", gameTypes);

export const games = pgTable(
  "games",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    title: text().notNull(),
    /** `foldText(title)`: what searches look in and titles sort by. */
    titleFolded: text().notNull(),
    /** `titleKey(title)`: what two spellings of one title share. */
    titleKey: text().notNull(),
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
    /** `isExplicit(tags)`. */
    explicit: boolean().notNull().default(false),
    playerCount: integer(),
    metacriticScore: smallint(),
    releaseDate: date({ mode: "string" }),
    /** `null` = not known, counts as a game. */
    type: gameType(),
    /** The base game of a DLC. */
    parentId: integer().references((): AnyPgColumn => games.id, { onDelete: "set null" }),
    /** Made up, or at least its prices, as in the bundled sample: it leaves when real games come in. */
    sample: boolean().notNull().default(false),
    /** Only administrators see it. */
    hidden: boolean().notNull().default(false),
    /** By columns that a person has set: what files and sources say of them, which a release brings back. */
    overrides: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Grows with every change that a person makes. */
    version: integer().notNull().default(1),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("games_hidden_idx").on(table.id).where(sql`${table.hidden}`),
    index("games_edited_idx").on(table.id).where(sql`${table.overrides} <> '{}'`),
    index("games_parent_idx").on(table.parentId).where(sql`${table.parentId} is not null`),
    index("games_title_key_idx").on(table.titleKey, sql`extract(year from ${table.releaseDate})`),
  ],
);
