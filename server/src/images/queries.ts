import { eq } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { games } from "../games/table.ts";

/** What a game's picture is found by, and what its cover is drawn from. */
export interface PicturedGame {
  title: string;
  genre: string | null;
  steamAppid: number | null;
  boxartUrl: string | null;
}

/** The game as its picture needs it; null when there is none of that id. */
export async function findGameForImage(db: Db, id: number): Promise<PicturedGame | null> {
  const [game] = await db
    .select({ title: games.title, genre: games.genre, steamAppid: games.steamAppid, boxartUrl: games.boxartUrl })
    .from(games)
    .where(eq(games.id, id));
  return game ?? null;
}
