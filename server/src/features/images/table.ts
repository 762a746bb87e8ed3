import { customType, integer, pgTable, text, timestamp } from "../../platform/db/drizzle.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * Pictures that administrators have uploaded, by the hash of their bytes. In the database, so that every process and
 * every backup has them. Games and their versions refer to them by `boxart_url`.
 */
export const uploadedPictures = pgTable("uploaded_pictures", {
  hash: text().primaryKey(),
  /** WebP, encoded by this site. */
  bytes: bytea().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  uploadedAt: timestamp({ withTimezone: true }).notNull(),
});
