import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import { deriveGamePlans } from "../../subscriptions/commands-notices.ts";
import type { MergedList, MergeSnapshot, SavedRow } from "../table.ts";
import type { MergedPair } from "./commands-pairs.ts";
import { readRows, restoreRows } from "./commands-rows.ts";

export type ReferenceSnapshot = Pick<
  MergeSnapshot,
  | "wasBase"
  | "additions"
  | "facts"
  | "movedFacts"
  | "matches"
  | "candidates"
  | "proposals"
  | "bundled"
  | "lists"
  | "memberships"
  | "lostMemberships"
>;

/** Moves references to the game: decisions about products, bundles, lists, additions, and facts from sources without the other game. */
export async function mergeReferences(tx: Db, { id, intoId, now }: MergedPair): Promise<ReferenceSnapshot> {
  const facts = await readRows(tx, "game_facts", sql`game_id = ${id}`);
  const { rows: moved } = await tx.execute<{ source: string }>(sql`
    update game_facts set game_id = ${intoId}
    where game_id = ${id} and not exists (
      select from game_facts own where own.game_id = ${intoId} and own.source = game_facts.source
    )
    returning source
  `);
  // before the decisions about products, which set these too
  const { rows: bundled } = await tx.execute<{ id: number }>(sql`
    update bundle_items set game_id = ${intoId} where game_id = ${id} returning id
  `);
  const { rows: matches } = await tx.execute<{ id: number }>(sql`
    update match_reviews set game_id = ${intoId} where game_id = ${id} returning id
  `);
  const { rows: proposals } = await tx.execute<{ id: number }>(sql`
    update match_reviews set proposed_game_id = ${intoId} where proposed_game_id = ${id} returning id
  `);
  const { rows: candidates } = await tx.execute<{ id: number; candidates: number[] }>(sql`
    update match_reviews review set candidates = array(
      select distinct case when candidate = ${id} then ${intoId}::integer else candidate end as other
      from unnest(review.candidates) candidate order by other
    )
    from match_reviews before
    where before.id = review.id and ${id} = any(before.candidates)
    returning before.id, before.candidates
  `);
  const lists = await mergeGameLists(tx, { id, intoId });
  // a period that both games have stays with the other game
  const { rows: memberships } = await tx.execute<{ id: number }>(sql`
    update subscription_memberships membership set game_id = ${intoId}
    where game_id = ${id} and not exists (
      select from subscription_memberships own
      where own.game_id = ${intoId} and own.plan = membership.plan
        and own.country is not distinct from membership.country
        and (own.since is not distinct from membership.since
          or daterange(own.since, own.until) && daterange(membership.since, membership.until))
    )
    returning id
  `);
  // these are deleted with the game
  const lostMemberships = await readRows(tx, "subscription_memberships", sql`game_id = ${id}`);
  await deriveGamePlans(tx, now, [intoId]);
  const { rows: additions } = await tx.execute<{ id: number }>(sql`
    update games set parent_id = nullif(${intoId}::integer, id) where parent_id = ${id} returning id
  `);
  return {
    facts,
    movedFacts: moved.map(({ source }) => source),
    matches: matches.map((match) => match.id),
    proposals: proposals.map((proposal) => proposal.id),
    candidates,
    bundled: bundled.map((item) => item.id),
    lists,
    memberships: memberships.map((membership) => membership.id),
    lostMemberships,
    additions: additions.map((addition) => addition.id).filter((addition) => addition !== intoId),
    wasBase: additions.some((addition) => addition.id === intoId),
  };
}

/** Columns that list games: the games of vouchers, and those that a saved search has found. */
const gameLists: Record<MergedList["list"], { key: string; column: string }> = {
  "vouchers.game_ids": { key: "id", column: "game_ids" },
  "vouchers.excluded_game_ids": { key: "id", column: "excluded_game_ids" },
  "rule_searches.game_ids": { key: "rule_id", column: "game_ids" },
};

function namesOf(list: MergedList["list"]) {
  const { key, column } = gameLists[list];
  return { table: sql.identifier(list.split(".")[0]!), key: sql.identifier(key), ids: sql.identifier(column) };
}

/** Replaces the game in lists of games; one with both games has the other one once. */
async function mergeGameLists(tx: Db, { id, intoId }: Pick<MergedPair, "id" | "intoId">): Promise<MergedList[]> {
  const merged: MergedList[] = [];
  for (const list of Object.keys(gameLists) as MergedList["list"][]) {
    const { table, key, ids } = namesOf(list);
    const { rows } = await tx.execute<{ row: number; had_both: boolean }>(sql`
      update ${table} merged set ${ids} = case when ${intoId} = any(before.${ids})
        then array_remove(before.${ids}, ${id}) else array_replace(before.${ids}, ${id}, ${intoId}) end
      from ${table} before
      where before.${key} = merged.${key} and ${id} = any(before.${ids})
      returning before.${key} as row, ${intoId} = any(before.${ids}) as had_both`);
    merged.push(...rows.map((row) => ({ list, row: row.row, hadBoth: row.had_both })));
  }
  return merged;
}

/** Leaves lists alone that no longer have the other game. */
async function unmergeGameLists(
  tx: Db,
  { id, intoId }: Pick<MergedPair, "id" | "intoId">,
  merged: readonly MergedList[],
): Promise<void> {
  for (const { list, row, hadBoth } of merged) {
    const { table, key, ids } = namesOf(list);
    // a search has found the other game since, which must not be news again
    const isBoth = hadBoth || list === "rule_searches.game_ids";
    const before = isBoth ? sql`${ids} || ${id}::integer` : sql`array_replace(${ids}, ${intoId}, ${id})`;
    await tx.execute(sql`
      update ${table} set ${ids} = ${before}
      where ${key} = ${row} and ${intoId} = any(${ids}) and not ${id} = any(${ids})`);
  }
}

/** Gives the appid to a game without one, so that stores and sources can match it. */
export async function moveAppid(tx: Db, intoId: number, { steam_appid: appid }: SavedRow): Promise<boolean> {
  if (appid === null) return false;
  const { rowCount } = await tx.execute(sql`
    update games set steam_appid = ${appid} where id = ${intoId} and steam_appid is null
  `);
  return rowCount === 1;
}

/** Must run after the game was restored. */
export async function unmergeReferences(
  tx: Db,
  { id, intoId, now }: MergedPair,
  snapshot: ReferenceSnapshot,
): Promise<void> {
  await tx.execute(sql`
    delete from game_facts using json_populate_recordset(null::game_facts, ${JSON.stringify(snapshot.facts)}) before
    where game_facts.game_id = ${intoId} and game_facts.source = before.source
      and game_facts.product_id = before.product_id and before.source = any(${sql.param(snapshot.movedFacts)}::text[])
  `);
  await restoreRows(tx, "game_facts", snapshot.facts);
  await tx.execute(sql`
    update match_reviews set game_id = ${id}
    where id = any(${sql.param(snapshot.matches)}::integer[]) and game_id = ${intoId}
  `);
  await tx.execute(sql`
    update match_reviews set proposed_game_id = ${id}
    where id = any(${sql.param(snapshot.proposals ?? [])}::integer[]) and proposed_game_id = ${intoId}
  `);
  await tx.execute(sql`
    update bundle_items set game_id = ${id}
    where id = any(${sql.param(snapshot.bundled ?? [])}::integer[]) and game_id = ${intoId}
  `);
  await unmergeGameLists(tx, { id, intoId }, snapshot.lists ?? []);
  await tx.execute(sql`
    update subscription_memberships set game_id = ${id}
    where id = any(${sql.param(snapshot.memberships ?? [])}::integer[]) and game_id = ${intoId}
  `);
  const { rows: plans } = await tx.execute<{ key: string }>(sql`select key from subscription_plans for key share`);
  const existing = new Set<unknown>(plans.map(({ key }) => key));
  const lost = (snapshot.lostMemberships ?? []).filter(({ plan }) => existing.has(plan));
  await restoreRows(tx, "subscription_memberships", lost);
  await deriveGamePlans(tx, now, [id, intoId]);
  await tx.execute(sql`
    update match_reviews review set candidates = before.candidates
    from json_to_recordset(${JSON.stringify(snapshot.candidates)}) as before (id integer, candidates integer[])
    where review.id = before.id and ${intoId} = any(review.candidates)
  `);
  await tx.execute(sql`
    update games set parent_id = ${id}
    where (id = any(${sql.param(snapshot.additions)}::integer[]) and parent_id = ${intoId})
      or (id = ${intoId} and ${snapshot.wasBase} and parent_id is null)
  `);
}
