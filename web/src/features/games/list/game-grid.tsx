import { formatPlayerCount, ratingLevel, splitTags } from "contract/games/rules.ts";
import Users from "lucide-react/icons/users";
import { useText } from "../../../api/texts.ts";
import { Badge } from "../../../ui/badge.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { GameArt } from "../../images/game-art.tsx";
import { BestPrice } from "../../prices/best-price.tsx";
import { LowNote } from "../../prices/low-badge.tsx";
import { SaleEnd } from "../../prices/sale-end.tsx";
import { StoreName } from "../../prices/store-name.tsx";
import { WishlistHeart } from "../../wishlist/wishlist-heart.tsx";
import { GameLink } from "../game-link.tsx";
import type { CardGame } from "../queries.ts";
import { RatingBadge } from "../rating-badge.tsx";

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

interface GameCardProps {
  game: CardGame;
  /** The level of the title's heading. */
  level: 2 | 3;
  /** Whether the card shows that the game is free. */
  free: boolean;
  /** When to load the picture. */
  load: "late" | "soon" | "first";
}

/**
 * A game in a list: a row with a cover on phones, a tile from 640 px on. The title's link covers the card; the heart
 * lies above it. The title takes two lines at least, so that cards line up.
 */
function GameCard({ game, level, free, load }: GameCardProps) {
  const text = useText();
  const Heading = `h${level}` as const;
  const { rating = null, metacritic_score: metacritic = null, player_count: players = null } = game;
  const tags = splitTags(game.tags ?? null).slice(0, 3);
  return (
    <article className="game-card">
      <div className="relative sm:aspect-[460/215]">
        <GameArt
          gameId={game.id}
          version={game.picture_version}
          alt={null}
          variant="landscape"
          narrowVariant="portrait"
          sizes="(max-width: 64rem) 46vw, (max-width: 80rem) 31vw, 286px"
          narrowSizes="112px"
          load={load}
          className="absolute inset-0"
        />
        {free && (
          <Badge tone="accent" className="absolute top-2 left-2">
            {text("free.badge")}
          </Badge>
        )}
      </div>
      <div className="flex min-w-0 grow flex-col p-3 sm:p-4">
        <div className="min-h-25">
          <Heading className="pr-9 text-base font-semibold sm:line-clamp-4 sm:pr-0">
            <GameLink id={game.id} className="game-card-link">
              {game.title}
            </GameLink>
          </Heading>
          <p className="mt-1.5 flex min-h-6 flex-wrap items-center gap-x-2 text-sm text-muted">
            {rating !== null && <RatingBadge rating={rating.toFixed(1)} level={ratingLevel(rating)} />}
            <span>{game.genre}</span>
            {metacritic !== null && (
              <span className="figures ml-auto shrink-0">{`${text("game.metacritic")} ${metacritic}`}</span>
            )}
          </p>
          <p className="mt-1.5 text-xs text-muted">{tags.join(", ")}</p>
        </div>
        <div className="mt-auto pt-2">
          <BestPrice game={game} />
          <p className="mt-0.5 flex min-h-5 flex-wrap items-center gap-x-2 text-sm text-muted">
            {game.best_store && <StoreName store={game.best_store} />}
            <LowNote game={game} />
            {game.sale_ends_at && <SaleEnd at={game.sale_ends_at} />}
            {players !== null && (
              <span className="figures ml-auto inline-flex items-center gap-1">
                <Users aria-hidden className="size-3.5" />
                <span className="sr-only">{`${text("game.players")} `}</span>
                {formatPlayerCount(players)}
              </span>
            )}
          </p>
        </div>
      </div>
      <WishlistHeart gameId={game.id} className="game-card-heart" />
    </article>
  );
}
