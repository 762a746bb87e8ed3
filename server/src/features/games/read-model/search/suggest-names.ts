import { foldText, searchWords } from "contract/core/text.ts";
import type { GameSuggestions } from "contract/games/schema.ts";
import type { LandingName } from "../landing-names.ts";

type Kind = "genres" | "tags" | "developers";
export type SuggestedNames = Pick<GameSuggestions, Kind>;

/** The maximum number of suggestions of each kind. */
const maxNames = 4;

/**
 * Names that contain every word of the text, as they are or as they are shown: first those with words that begin with
 * them, then by number of games, then alphabetically.
 */
export function suggestNames(
  { genres, tags, developers }: Record<Kind, ReadonlyMap<string, LandingName>>,
  text: string,
  shown: ShowName = () => undefined,
): SuggestedNames {
  const words = searchWords(text);
  const suggest = (names: ReadonlyMap<string, LandingName>, shownAs: (slug: string) => string | undefined) =>
    words.length === 0 ? [] : findNames([...names.values()], words, shownAs);
  return {
    genres: suggest(genres, (slug) => shown("genre", slug)),
    tags: suggest(tags, (slug) => shown("tag", slug)),
    developers: suggest(developers, () => undefined),
  };
}

/** How the genre or tag with a slug is shown in the reader's language; `undefined` = as it is. */
export type ShowName = (kind: "genre" | "tag", slug: string) => string | undefined;

function findNames(
  names: readonly LandingName[],
  words: readonly string[],
  shownAs: (slug: string) => string | undefined,
): string[] {
  const spellings = ({ slug, folded }: LandingName) => {
    const shown = shownAs(slug);
    return shown === undefined ? [folded] : [folded, foldText(shown)];
  };
  return names
    .map((one) => ({ ...one, spellings: spellings(one) }))
    .filter((one) => one.spellings.some((spelling) => words.every((word) => spelling.includes(word))))
    .map((one) => ({
      ...one,
      begins: one.spellings.some((spelling) => words.every((word) => ` ${spelling}`.includes(` ${word}`))),
    }))
    .sort((a, b) => Number(b.begins) - Number(a.begins) || b.games - a.games || (a.folded < b.folded ? -1 : 1))
    .slice(0, maxNames)
    .map(({ name }) => name);
}
