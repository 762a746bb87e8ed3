import { bigint, integer, pgTable, text } from "../../db/drizzle.ts";

/** Attempts counted by all processes together. Unlogged: losing them only gives everyone new attempts. */
export const requestLimits = pgTable("request_limits", {
  /** A hash of the limit's name and of the limited key. */
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** Ms since 1970. */
  expire: bigint({ mode: "number" }),
});
