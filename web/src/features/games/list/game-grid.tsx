import { classNames } from "../../../ui/class-names.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { CardGame } from "../queries.ts";
import { GameCard } from "./game-card.tsx";

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

/** A placeholder of the same size as a card. */
function GameCardSkeleton() {
  return (
    <div
      className={
        "grid h-full grid-cols-[7rem_1fr] overflow-hidden rounded-lg border border-border bg-raised " +
        "sm:flex sm:flex-col"
      }
    >
      <Skeleton className="h-full rounded-none sm:aspect-[460/215] sm:h-auto" />
      <div className="flex grow flex-col p-3 sm:p-4">
        <div className="min-h-25 pt-1">
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="mt-3 h-5 w-1/2" />
          <Skeleton className="mt-3 h-3 w-2/3" />
        </div>
        <div className="mt-auto pt-2">
          <Skeleton className="h-6.5 w-24" />
          <Skeleton className="mt-1 mb-0.5 h-4 w-16" />
        </div>
      </div>
    </div>
  );
}
