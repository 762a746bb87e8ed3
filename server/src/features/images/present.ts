import type { Game } from "contract/games/schema.ts";

/** What a game's picture is found by, and what its cover is drawn from. */
export interface PicturedGame {
  title: string;
  genre: string | null;
  steamAppid: number | null;
  boxartUrl: string | null;
}

export function toPicturedGame(game: Game): PicturedGame {
  return { title: game.title, genre: game.genre, steamAppid: game.steam_appid, boxartUrl: game.boxart_url };
}
