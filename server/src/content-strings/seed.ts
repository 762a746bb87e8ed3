import { catalogue } from "contract/content-strings/catalogue.ts";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { contentStrings } from "./table.ts";

/** Adds the texts that are new in this version of the site; those never edited follow their new defaults. */
export async function seedContentStrings(db: Db): Promise<void> {
  const rows = Object.entries(catalogue).map(([key, { category, value }]) => ({ key, category, currentValue: value }));
  const shipped = { value: sql`excluded.current_value`, category: sql`excluded.category` };
  await db
    .insert(contentStrings)
    .values(rows)
    .onConflictDoUpdate({
      target: contentStrings.key,
      set: { currentValue: shipped.value, category: shipped.category },
      setWhere: sql`${eq(contentStrings.version, 1)} and (${contentStrings.currentValue}, ${contentStrings.category}) is distinct from (${shipped.value}, ${shipped.category})`,
    });
}
