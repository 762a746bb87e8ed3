import { foldText } from "contract/core/text.ts";
import { isExplicit, titleKey } from "contract/games/rules.ts";
import type { GameDetails } from "./game-details.ts";
import { genreName } from "./genre-names.ts";

/** Genres that say how a game is sold or made, and not what it is like. */
const secondary = new Set(["Indie", "Free to Play", "Early Access"]);

const maxTags = 20;

/**
 * What the details say of the columns of `games`, by the names of the columns: what they don't state is absent. Genres
 * are in English; the details keep the source's words.
 */
export function toGameColumns(details: GameDetails): Record<string, unknown> {
  const { title, genres = [], categories = [] } = details;
  const genreNames = [...new Set(genres.map(genreName))];
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
    // what lists leave out stays out until a person says otherwise
    explicit: details.isExplicit || isExplicit(tags ?? null) || undefined,
    metacritic_score: details.metacriticScore,
    release_date: details.releaseDate,
  };
}
