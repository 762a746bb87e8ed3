import type { GameField, PartialGame } from "contract/games/schema.ts";

/** What a card shows of a game: all that lists ask for. */
export const cardFields = [
  "id",
  "title",
  "genre",
  "rating",
  "tags",
  "player_count",
  "metacritic_score",
  "steam_price",
  "best_price",
  "best_store",
  "savings_percentage",
  "lowest_ever",
] as const satisfies readonly GameField[];

export type CardGame = Pick<PartialGame, (typeof cardFields)[number]>;

/** The game without what its card does not show, so that pages do not carry it twice. */
export function toCard(game: PartialGame): CardGame {
  return Object.fromEntries(cardFields.map((field) => [field, game[field]])) as CardGame;
}
