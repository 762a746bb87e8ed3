import { textDefaults } from "contract/content-strings/defaults.ts";
import { foldText } from "contract/core/text.ts";
import { isNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { contentStrings, contentStringVersions } from "./table.ts";

const shipped = {
  currentValue: sql`excluded.current_value`,
  category: sql`excluded.category`,
  foldedValue: sql`excluded.folded_value`,
};

/**
 * Adds texts that are new in this version of the site, and updates unedited ones to their new defaults. Either way the
 * value becomes a version without an author.
 */
export async function seedContentStrings(db: Db): Promise<void> {
  const rows = Object.entries(textDefaults).map(([key, { category, value }]) => ({
    key,
    category,
    currentValue: value,
    foldedValue: foldText(value),
  }));
  await db.transaction(async (tx) => {
    const changed = await tx
      .insert(contentStrings)
      .values(rows)
      .onConflictDoUpdate({
        target: contentStrings.key,
        set: { ...shipped, version: sql`${contentStrings.version} + 1` },
        setWhere: sql`${isNull(contentStrings.lastModified)}
          and (${contentStrings.currentValue}, ${contentStrings.category})
            is distinct from (${shipped.currentValue}, ${shipped.category})`,
      })
      .returning({ contentStringId: contentStrings.id, value: contentStrings.currentValue });
    if (changed.length > 0) await tx.insert(contentStringVersions).values(changed);
  });
}
