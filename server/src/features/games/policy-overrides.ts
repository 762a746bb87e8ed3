import { type SQL, sql } from "../../platform/db/drizzle.ts";

/**
 * The facts from files and sources as columns to populate a game's row with: columns that a person has overridden
 * stay, and `overrides` stores their facts instead. `facts` and `overrides` are jsonb by column.
 */
export function underOverrides(facts: SQL, overrides: SQL): SQL {
  const isOverridden = sql`(${overrides} ? key
    or (${overrides} ? 'title' and key in ('title_folded', 'title_key'))
    or (${overrides} ? 'also_known_as' and key = 'also_known_keys')
    or (${overrides} ? 'localized_titles' and key = 'localized_keys'))`;
  return sql`case when ${overrides} = '{}' then ${facts} else (
    select coalesce(jsonb_object_agg(key, value) filter (where not ${isOverridden}), '{}')
      || jsonb_build_object('overrides', ${overrides}
        || coalesce(jsonb_object_agg(key, value) filter (where ${overrides} ? key), '{}'))
    from jsonb_each(${facts})
  ) end`;
}
