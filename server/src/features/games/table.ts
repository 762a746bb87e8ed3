import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

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
    /** Made up, or at least its prices, as in the bundled sample: it leaves when real games come in. */
    sample: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("games_title_key_idx").on(table.titleKey, sql`extract(year from ${table.releaseDate})`)],
);
