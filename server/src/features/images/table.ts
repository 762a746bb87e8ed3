import { customType, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * Pictures that administrators have uploaded, by the hash of their bytes: every process sees them, and backups have
 * them. A game names its own by its `boxart_url`, and so do its versions.
 */
export const uploadedPictures = pgTable("uploaded_pictures", {
  hash: text().primaryKey(),
  /** WebP, encoded by this site. */
  bytes: bytea().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  uploadedAt: timestamp({ withTimezone: true }).notNull(),
});
