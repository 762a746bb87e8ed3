import { Link } from "@tanstack/react-router";
import { cutBadge } from "contract/games/rules.ts";
import type { GameSuggestions } from "contract/games/schema.ts";
import { useMoney } from "../../../api/market.ts";
import { Badge } from "../../../ui/badge.tsx";
import { GameArt } from "../../images/game-art.tsx";
import { MarkedText } from "./marked-text.tsx";
import { optionStyle } from "./suggested-name.tsx";

interface SuggestedGameProps {
  id: string;
  selected: boolean;
  search: string;
  game: GameSuggestions["games"][number];
}

/** A game with its cover, price and discount, which leads to its page. */
export function SuggestedGame({ id, selected, search, game }: SuggestedGameProps) {
  const { formatOrFree } = useMoney();
  const cut = cutBadge(game.cut);
  return (
    <Link
      to="/games/$id"
      params={{ id: String(game.id) }}
      id={id}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      className={optionStyle}
    >
      <GameArt
        gameId={game.id}
        version={game.picture_version}
        alt={null}
        variant="landscape"
        narrowVariant="portrait"
        sizes="98px"
        narrowSizes="31px"
        load="soon"
        className="aspect-[460/215] h-[46px] shrink-0 rounded-sm max-sm:aspect-[2/3]"
      />
      <span className="line-clamp-2 min-w-0 grow">
        <MarkedText name={game.title} search={search} />
      </span>
      <span className="flex shrink-0 flex-col items-end gap-x-2 gap-y-0.5 sm:flex-row-reverse sm:items-center">
        <span className="figures font-semibold">{formatOrFree(game.best_price)}</span>
        {cut && <Badge tone="accent">{cut}</Badge>}
      </span>
    </Link>
  );
}
