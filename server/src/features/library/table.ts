import { librarySources, libraryStates, type SteamProblem } from "contract/library/rules.ts";
import type { ImportSummary } from "contract/library/schema.ts";
import { boolean, index, integer, jsonb, pgTable, text, timestamp, unique } from "../../platform/db/drizzle.ts";
import { games } from "../games/table.ts";
import { users } from "../users/table.ts";

/** Games that users own or ignore. Commands increment `users.library_version` with every change. */
export const libraryGames = pgTable(
  "library_games",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    state: text({ enum: libraryStates }).notNull(),
    source: text({ enum: librarySources }).notNull(),
    addedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique("library_games_user_game_key").on(table.userId, table.gameId),
    index("library_games_game_id_idx").on(table.gameId),
  ],
);

/** The state of users' imports from Steam. */
export const steamImports = pgTable(
  "steam_imports",
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    daily: boolean().notNull().default(false),
    /** When the last attempt was made, successful or not. */
    checkedAt: timestamp({ withTimezone: true }),
    problem: text().$type<SteamProblem>(),
    /** What the last daily import changed. */
    summary: jsonb().$type<ImportSummary>(),
  },
  (table) => [index("steam_imports_checked_at_idx").on(table.checkedAt)],
);
