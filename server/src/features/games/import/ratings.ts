import { ratingFromReviews } from "contract/games/rules.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { underOverrides } from "../policy-overrides.ts";
import { counts } from "./match.ts";

const pageSize = 1_000;

/**
 * Derives the rating of matched rows from score and count. A row may have only one of the three while the game, or an
 * edit of it, has the others.
 */
export async function completeRatings(tx: Db): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await tx.execute<{ line: number; score: number | null; count: number }>(sql`
      select line, merged.review_score as score, merged.review_count as count
      from staged_games staged
      join games old on old.id = staged.game_id
      cross join lateral jsonb_populate_record(old, ${underOverrides(sql`staged.facts`, sql`old.overrides`)}) merged
      where line > ${after} and ${counts}
        and facts ?| array['rating', 'review_score', 'review_count']
        and (jsonb_typeof(facts -> 'review_score') = 'number'
          and jsonb_typeof(facts -> 'review_count') = 'number'
          and not old.overrides ?| array['review_score', 'review_count']) is not true
        and (merged.review_count = 0 or (merged.review_score is not null and merged.review_count is not null))
      order by line
      limit ${pageSize}
    `);
    const ratings = rows.map(({ line, score, count }) => ({ line, rating: ratingFromReviews(score ?? 0, count) }));
    await tx.execute(sql`
      update staged_games staged
      set facts = facts || jsonb_build_object('rating', rated.rating)
      from json_to_recordset(${JSON.stringify(ratings)}) as rated (line integer, rating double precision)
      where staged.line = rated.line
    `);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.line;
  }
}
