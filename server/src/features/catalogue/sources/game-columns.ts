import { foldText } from "contract/core/text.ts";
import { type GenreAliases, withAliases } from "contract/games/genres.ts";
import { splitTags, titleKey } from "contract/games/rules.ts";
import type { GameDetails } from "./game-details.ts";
import { genreName } from "./genre-names.ts";

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
    metacritic_score: details.metacriticScore,
    release_date: details.releaseDate,
  };
}
