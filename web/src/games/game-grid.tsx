import { useTemplate } from "../html-template.tsx";
import { cardFace } from "./card-face.ts";
import type { CardGame } from "./card-fields.ts";
import { GameCard } from "./game-card.tsx";
import { GameCardSkeleton } from "./game-card-skeleton.tsx";

interface GameGridProps {
  /** `undefined` while they load. */
  games: readonly CardGame[] | undefined;
  /** How many places to hold while they load. */
  places: number;
  level: 2 | 3;
  free?: boolean;
  /** How many of them are seen without scrolling; the first of these is likely the largest thing on the screen. */
  inView?: number;
}

/** Cards in the reading order of the list. Holds their places while they load. */
export function GameGrid({ games, places, level, free = false, inView = 0 }: GameGridProps) {
  const card = useTemplate(GameCard);
  return (
    <ul aria-busy={games === undefined} className="grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4">
      {games
        ? games.map((game, index) => (
            <li key={game.id} {...card(cardFace(game, { level, free, load: pictureLoad(index, inView) }))} />
          ))
        : Array.from({ length: places }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places have nothing else to be told apart by
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
