import { Skeleton } from "../../../ui/skeleton.tsx";
import { GameCard, pictureLoad } from "../game-card.tsx";
import type { CardGame } from "../queries.ts";

interface GameGridProps {
  /** `undefined` while they load. */
  games: readonly CardGame[] | undefined;
  /** The number of placeholders. */
  places: number;
  level: 2 | 3;
  free?: boolean | undefined;
  /** How many are visible without scrolling; the first is likely the largest element. */
  inView?: number;
  /** Up to six cards a line: the games come in twelves. */
  isDense?: boolean;
}

/** Cards in list order, or placeholders while they load. */
export function GameGrid({ games, places, level, free = false, inView = 0, isDense = false }: GameGridProps) {
  return (
    <ul
      aria-busy={games === undefined}
      className={isDense ? "grid gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4 xl:grid-cols-6" : "game-grid"}
    >
      {games
        ? games.map((game, index) => (
            <li key={game.id}>
              <GameCard game={game} level={level} shape="row" free={free} load={pictureLoad(index, inView)} />
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

/** A placeholder of the same size as a card. */
function GameCardSkeleton() {
  return (
    <div className="game-card game-card-row">
      <Skeleton className="game-card-cover h-full rounded-none" />
      <div className="game-card-body">
        <Skeleton className="mt-2 h-6 w-1/2" />
        <div className="mt-3 min-h-12">
          <Skeleton className="h-4 w-4/5" />
        </div>
        <Skeleton className="mt-1 h-4 w-1/2" />
        <Skeleton className="mt-8 mb-1 h-4 w-2/3 sm:mb-6" />
      </div>
    </div>
  );
}
