import { type SQL, sql } from "drizzle-orm";

/**
 * What files and sources say of a game, as columns to populate its row with: the columns that a person has overridden
 * stay, and `overrides` takes what is said of them instead. `facts` and `overrides` are jsonb by column.
 */
export function underOverrides(facts: SQL, overrides: SQL): SQL {
  const isOverridden = sql`(${overrides} ? key or (${overrides} ? 'title' and key in ('title_folded', 'title_key')))`;
  return sql`case when ${overrides} = '{}' then ${facts} else (
    select coalesce(jsonb_object_agg(key, value) filter (where not ${isOverridden}), '{}')
      || jsonb_build_object('overrides', ${overrides}
        || coalesce(jsonb_object_agg(key, value) filter (where ${overrides} ? key), '{}'))
    from jsonb_each(${facts})
  ) end`;
}
