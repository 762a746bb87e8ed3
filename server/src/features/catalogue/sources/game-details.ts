import { foldText } from "contract/core/text.ts";
import type { GameType } from "contract/games/game-type.ts";
import { type GenreAliases, withAliases } from "contract/games/genres.ts";
import { splitTags, titleKey } from "contract/games/rules.ts";
import { genreName } from "./genre-names.ts";

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
  controllerSupport?: "full" | "partial";
  boxartUrl?: string;
  /** Free to play; absent = not stated. */
  isFree?: boolean;
  /** The languages that it supports, by their English names at Steam. */
  languages?: string[];
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

/** Genres about the way a game is sold or made, not about its play. */
const secondary = new Set(["Indie", "Free to Play", "Early Access"]);

const maxTags = 20;

/**
 * Maps details to columns of `games`, by column name; values that they don't state are absent. Genres are translated
 * to English, or mapped by people.
 */
export function toGameColumns(details: GameDetails, aliases: GenreAliases = new Map()): Record<string, unknown> {
  const { title, genres = [], categories = [] } = details;
  const genreNames = splitTags(withAliases(genres.map(genreName).join(", "), aliases));
  const tags = [...new Set([...genreNames, ...categories])].slice(0, maxTags).join(", ") || undefined;
  return {
    title,
    title_folded: foldText(title),
    title_key: titleKey(title),
    type: details.type,
    genre: genreNames.find((name) => !secondary.has(name)) ?? genreNames[0],
    developer: details.developers?.join(", ").slice(0, 300) || undefined,
    description: details.description,
    steam_appid: details.steamAppid,
    boxart_url: details.boxartUrl,
    tags,
    content_descriptors: details.contentDescriptors,
    controller_support: details.controllerSupport,
    metacritic_score: details.metacriticScore,
    release_date: details.releaseDate,
  };
}
