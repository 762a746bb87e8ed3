import type { GameType } from "contract/games/game-type.ts";

/** A source's validated details of a game. Absent = not stated, which leaves the present value. */
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
  /** Further categories, such as "Co-op". */
  categories?: string[];
  developers?: string[];
  publishers?: string[];
  /** YYYY-MM-DD */
  releaseDate?: string;
  metacriticScore?: number;
  /** In years; absent = no limit, or not stated. */
  requiredAge?: number;
  /** Steam's ids, ascending. */
  contentDescriptors?: number[];
  boxartUrl?: string;
  /** Free to play; absent = not stated. */
  isFree?: boolean;
}

export interface Genre {
  /** Steam's id, which is the same in every language. */
  id?: string;
  /** As the source names it. */
  name: string;
}

/** The details without `undefined` values. */
export function statedDetails(details: { [Key in keyof GameDetails]: GameDetails[Key] | undefined }): GameDetails {
  const stated = Object.entries(details).filter(([, value]) => value !== undefined);
  return Object.fromEntries(stated) as unknown as GameDetails;
}
