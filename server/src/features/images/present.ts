import { pictureTexts } from "contract/content-strings/defaults/picture.ts";
import { fillText } from "contract/content-strings/variables.ts";
import { formatCount } from "contract/core/counts.ts";
import { formatPrice, formatPriceOrFree, type MoneyFormat } from "contract/core/money.ts";
import { cutBadge, lowBadge } from "contract/games/rules.ts";
import type { Game } from "contract/games/schema.ts";

/** The inputs for finding a game's picture and for drawing its cover. */
export interface PicturedGame {
  title: string;
  genre: string | null;
  steamAppid: number | null;
  boxartUrl: string | null;
}

export function toPicturedGame(game: Game): PicturedGame {
  return { title: game.title, genre: game.genre, steamAppid: game.steam_appid, boxartUrl: game.boxart_url };
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
  strings: Readonly<Record<string, string>>;
  site: string;
}

export interface SocialContext extends SiteContext {
  market: MoneyFormat;
  storeName(key: string): string;
}

export function toSocialFacts(game: Game, { market, strings, storeName, site }: SocialContext): SocialFacts {
  const { best_price: best, best_store: store, reference_price: reference, historical_low: low } = game;
  const text = textsOf(strings);
  const badge = lowBadge(game);
  return {
    title: game.title,
    price: best === null ? null : formatPriceOrFree(best, market),
    discount: cutBadge(game.cut),
    regular: reference !== null && game.cut > 0 ? formatPrice(reference, market) : null,
    store: store === null ? null : text("picture.store", { store: storeName(store) }),
    low: badge
      ? text(`picture.${badge}`)
      : low === null
        ? null
        : text("picture.low", { price: formatPrice(low, market) }),
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
  { strings, site }: SiteContext,
): ListFacts {
  const text = textsOf(strings);
  return {
    name,
    owner: owner === null ? null : text("picture.list_owner", { name: owner }),
    count: total === 1 ? text("picture.list_one") : text("picture.list_games", { count: formatCount(total) }),
    site,
  };
}

function textsOf(strings: SiteContext["strings"]) {
  return (key: keyof typeof pictureTexts, values: Record<string, string> = {}) =>
    fillText(strings[key] ?? pictureTexts[key], values);
}
