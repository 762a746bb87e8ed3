import { formatPlayerCount, ratingLevel, splitTags } from "contract/games/rules.ts";
import { priceWords } from "../prices/best-price.tsx";
import type { CardGame } from "./card-fields.ts";

interface CardPlace {
  /** The title's place in the order of headings. */
  level: 2 | 3;
  /** Whether the card stands among free games and says so. */
  free: boolean;
  /** When its picture is loaded: at once where it is seen without scrolling. */
  load: "late" | "soon" | "first";
}

/** What a card shows of its game. */
export type CardFace = ReturnType<typeof cardFace>;

export function cardFace(game: CardGame, place: CardPlace) {
  const { rating = null, best_store: store = null, player_count: players = null } = game;
  return {
    words: {
      id: game.id,
      title: game.title ?? "",
      genre: game.genre ?? "",
      tags: splitTags(game.tags ?? null)
        .slice(0, 3)
        .join(", "),
      /** With one decimal. */
      rating: rating === null ? null : rating.toFixed(1),
      metacritic: game.metacritic_score ?? null,
      players: players === null ? null : formatPlayerCount(players),
      ...priceWords(game),
    },
    look: {
      ...place,
      rating: rating === null ? null : ratingLevel(rating),
      store,
      priced: game.best_price != null,
      lowestEver: game.lowest_ever === true,
    },
  };
}
