import { classNames } from "../../../ui/class-names.ts";
import type { CardGame } from "../queries.ts";
import { GameCard } from "./game-card.tsx";
import { GameCardSkeleton } from "./game-card-skeleton.tsx";

interface GameGridProps {
  /** `undefined` while they load. */
  games: readonly CardGame[] | undefined;
  /** The number of placeholders. */
  places: number;
  level: 2 | 3;
  free?: boolean | undefined;
  /** How many are visible without scrolling; the first is likely the largest element. */
  inView?: number;
  /** Whether the filters take a part of the width. */
  hasFilterPanel?: boolean | undefined;
}

/** Cards in list order, or placeholders while they load. */
export function GameGrid({ games, places, level, free = false, inView = 0, hasFilterPanel = false }: GameGridProps) {
  return (
    <ul
      aria-busy={games === undefined}
      className={classNames(
        "grid gap-3 sm:grid-cols-2 sm:gap-5",
        hasFilterPanel ? "xl:grid-cols-3" : "lg:grid-cols-3 xl:grid-cols-4",
      )}
    >
      {games
        ? games.map((game, index) => (
            <li key={game.id}>
              <GameCard game={game} level={level} free={free} load={pictureLoad(index, inView)} />
            </li>
          ))
        : Array.from({ length: places }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
            <li key={place}>
              <GameCardSkeleton />
            </li>
          ))}
    </ul>
  );
}

function pictureLoad(index: number, inView: number) {
  if (index >= inView) return "late";
  return index === 0 ? "first" : "soon";
}
