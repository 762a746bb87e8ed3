import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";

/**
 * Tries counted by all processes together: columns and their order are those of `rate-limiter-flexible`. Unlogged, since
 * nothing but a little patience of guessers is lost with it. Rows past their time are swept.
 */
export const requestLimits = pgTable("request_limits", {
  /** A hash of the limit's name and of whom it limits. */
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** Ms since 1970. */
  expire: bigint({ mode: "number" }),
});
