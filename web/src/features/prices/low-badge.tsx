import { type LowGame, lowBadge } from "contract/games/rules.ts";
import { useText } from "../../api/texts.ts";

const keys = {
  lowest: "game.lowest_ever",
  lowest_official: "game.lowest_official",
  lowest_keyshop: "game.lowest_keyshop",
  ties_low: "game.ties_low",
} as const;

/** The text of a game at its low; `null` for others. */
export function useLowText(): (game: LowGame) => string | null {
  const text = useText();
  return (game) => {
    const badge = lowBadge(game);
    return badge && text(keys[badge]);
  };
}

/** Says that a game is at its low; nothing for others. */
export function LowNote({ game }: { game: LowGame }) {
  const low = useLowText()(game);
  return low && <span className="text-positive">{low}</span>;
}
