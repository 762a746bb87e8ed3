import { foldText, titleKey } from "contract/games/rules.ts";
import type { Db } from "../db/connect.ts";
import { games } from "../games/table.ts";

type GameFacts = Partial<Omit<typeof games.$inferInsert, "id" | "title" | "titleFolded" | "titleKey">>;

/** Games of these titles, without offers; their ids in the same order. */
export async function addGames(db: Db, titles: readonly string[], facts: GameFacts = {}): Promise<number[]> {
  const rows = await db
    .insert(games)
    .values(titles.map((title) => ({ ...facts, title, titleFolded: foldText(title), titleKey: titleKey(title) })))
    .returning({ id: games.id });
  return rows.map(({ id }) => id);
}
