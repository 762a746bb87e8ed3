import { textDefaults } from "contract/content-strings/defaults.ts";
import { foldText } from "contract/core/text.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";

/**
 * Adds texts that are new in this version of the site, and updates unedited ones to their new defaults. Either way the
 * value becomes a version without an author.
 */
export async function seedContentStrings(db: Db): Promise<void> {
  const rows = Object.entries(textDefaults).map(([key, { category, value }]) => ({
    key,
    category,
    value,
    folded: foldText(value),
  }));
  // one parameter: thousands of them take longer to send than to insert
  await db.execute(sql`
    with changed as (
      insert into content_strings as present (key, category, current_value, folded_value)
      select key, category, value, folded
      from json_to_recordset(${JSON.stringify(rows)}) as shipped (key text, category text, value text, folded text)
      on conflict (key) do update set
        category = excluded.category,
        current_value = excluded.current_value,
        folded_value = excluded.folded_value,
        version = present.version + 1
      where present.last_modified is null
        and (present.current_value, present.category) is distinct from (excluded.current_value, excluded.category)
      returning id, current_value
    )
    insert into content_string_versions (content_string_id, value) select id, current_value from changed
  `);
}
