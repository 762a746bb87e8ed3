import type { GameType } from "contract/games/game-type.ts";

/** What a source states about a game, validated. Absent = not stated, which leaves the known value. */
export interface GameDetails {
  /** The source's own id. */
  productId: string;
  title: string;
  type: GameType;
  steamAppid?: number;
  /** Of the game that it is an addition to. */
  parentAppid?: number;
  /** Plain text. */
  description?: string;
  genres?: Genre[];
  /** What else it is filed under, such as "Co-op". */
  categories?: string[];
  developers?: string[];
  publishers?: string[];
  /** YYYY-MM-DD */
  releaseDate?: string;
  metacriticScore?: number;
  /** In years; absent = for everybody, or not stated. */
  requiredAge?: number;
  /** The source says that it is for adults alone. */
  isExplicit?: boolean;
  boxartUrl?: string;
}

export interface Genre {
  /** Steam's, which is the same in every language. */
  id?: string;
  /** In the source's words. */
  name: string;
}

/** The details with what is `undefined` left out. */
export function statedDetails(details: { [Key in keyof GameDetails]: GameDetails[Key] | undefined }): GameDetails {
  const stated = Object.entries(details).filter(([, value]) => value !== undefined);
  return Object.fromEntries(stated) as unknown as GameDetails;
}
