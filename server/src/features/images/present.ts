import { pictureTexts } from "contract/content-strings/defaults/picture.ts";
import { readText, type TextKey, type Texts, type TextValues } from "contract/content-strings/variables.ts";
import { formatPrice, type MoneyFormat, moneyFormat } from "contract/core/money.ts";
import { nameIn } from "contract/games/names.ts";
import { cutBadge, lowBadge } from "contract/games/rules.ts";
import type { Game } from "contract/games/schema.ts";
import { english, type Language, languageOf } from "contract/languages/language.ts";
import { shownStoreName } from "contract/stores/rules.ts";
import { firstGenreOf } from "./covers/cover.ts";

/** The inputs for finding a game's picture and for drawing its cover. */
export interface PicturedGame {
  title: string;
  genre: string | null;
  /** The genre as its cover names it; absent = in English. */
  genreName?: string | null;
  steamAppid: number | null;
  boxartUrl: string | null;
}

/** A game whose cover names its genre as these texts do. */
export function toPicturedGame(game: Game, strings: Texts): PicturedGame {
  const genre = firstGenreOf(game.genre);
  return {
    title: game.title,
    genre: game.genre,
    genreName: genre === null ? null : nameIn(strings, "genre", genre),
    steamAppid: game.steam_appid,
    boxartUrl: game.boxart_url,
  };
}

/** The texts of a game's social picture; `null` = left out. */
export interface SocialFacts {
  title: string;
  price: string | null;
  discount: string | null;
  regular: string | null;
  store: string | null;
  low: string | null;
  site: string;
}

interface SiteContext {
  /** All texts in the language. */
  strings: Readonly<Record<string, string>>;
  language: Language;
  site: string;
}

export interface SocialContext extends SiteContext {
  market: Omit<MoneyFormat, "narrow"> & { country: string };
  storeName(key: string): string;
}

export function toSocialFacts(game: Game, { market, strings, language, storeName, site }: SocialContext): SocialFacts {
  const { best_price: best, best_store: store, reference_price: reference, historical_low: low } = game;
  const text = textsOf(strings, language);
  const money = moneyFormat(market, language.tag);
  const badge = lowBadge(game);
  const name = store && shownStoreName(storeName(store), strings["store.other"]);
  return {
    title: game.localized_title ?? game.title,
    price: best === null ? null : best === 0 ? (strings["price.free"] ?? "Free") : formatPrice(best, money),
    discount: cutBadge(game.cut) === null ? null : language.discount(game.cut),
    regular: reference !== null && game.cut > 0 ? formatPrice(reference, money) : null,
    store: name === null ? null : text("picture.store", { store: name }),
    low: badge
      ? text(`picture.${badge}`)
      : low === null
        ? null
        : text("picture.low", { price: formatPrice(low, money) }),
    site,
  };
}

/** The texts of a shared list's social picture. */
export interface ListFacts {
  name: string;
  /** `null` = the owner is not named. */
  owner: string | null;
  count: string;
  site: string;
}

export function toListFacts(
  { name, owner }: { name: string; owner: string | null },
  total: number,
  { strings, language, site }: SiteContext,
): ListFacts {
  const text = textsOf(strings, language);
  return {
    name,
    owner: owner === null ? null : text("picture.list_owner", { name: owner }),
    count: text("picture.list_count", { count: total }),
    site,
  };
}

/**
 * The language of a picture's letters: English for languages in a script that not every machine has letters for, and
 * for those that the site does not have.
 */
export function letteringLanguage(languages: readonly { tag: string }[], asked: string | undefined): Language {
  const found = languages.find(({ tag }) => tag === asked);
  return found && drawnScripts.has(scriptOf(found.tag)) ? languageOf(found.tag) : english;
}

const drawnScripts = new Set(["Latn", "Cyrl", "Grek"]);

function scriptOf(tag: string): string {
  try {
    return new Intl.Locale(tag).maximize().script ?? "";
  } catch {
    return "";
  }
}

function textsOf(strings: SiteContext["strings"], language: Language) {
  const shipped: Texts = pictureTexts;
  return (key: TextKey<typeof pictureTexts>, values?: TextValues) =>
    readText((one) => strings[one] ?? shipped[one], key, values, language)!;
}
