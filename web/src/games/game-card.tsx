import { formatPlayerCount, splitTags } from "contract/games/rules.ts";
import Users from "lucide-react/icons/users";
import { useText } from "../content-strings/texts.ts";
import { GameArt } from "../images/game-art.tsx";
import { BestPrice } from "../prices/best-price.tsx";
import { StoreName } from "../prices/store-name.tsx";
import { Badge } from "../ui/badge.tsx";
import { WishlistHeart } from "../wishlist/wishlist-heart.tsx";
import type { CardGame } from "./card-fields.ts";
import { GameLink } from "./game-link.tsx";
import { RatingBadge } from "./rating-badge.tsx";

interface GameCardProps {
  game: CardGame;
  /** The title's place in the order of headings. */
  level: 2 | 3;
  /** Whether the card stands among free games and says so. */
  free?: boolean;
  /** When its picture is loaded: at once where it is seen without scrolling. */
  load?: "late" | "soon" | "first";
}

/**
 * A game in a list: a row with a cover on phones, a tile from 640 px on. The title's link covers the whole card;
 * the heart lies above it. Room is kept for two lines of title, so that cards line up.
 */
export function GameCard({ game, level, free = false, load = "late" }: GameCardProps) {
  const text = useText();
  const Heading = `h${level}` as const;
  return (
    <article className="game-card">
      <div className="relative sm:aspect-[460/215]">
        <GameArt
          gameId={game.id}
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
          <Heading className="line-clamp-2 pr-9 text-base font-semibold sm:pr-0">
            <GameLink id={game.id} className="game-card-link">
              {game.title}
            </GameLink>
          </Heading>
          <p className="mt-1.5 flex h-6 items-center gap-2 text-sm text-muted">
            <RatingBadge rating={game.rating} />
            <span className="truncate">{game.genre}</span>
            {game.metacritic_score != null && (
              <span className="figures ml-auto shrink-0">{`${text("game.metacritic")} ${game.metacritic_score}`}</span>
            )}
          </p>
          <p className="mt-1.5 truncate text-xs text-muted">
            {splitTags(game.tags ?? null)
              .slice(0, 3)
              .join(", ")}
          </p>
        </div>
        <div className="mt-auto pt-2">
          <BestPrice game={game} />
          <p className="mt-0.5 flex min-h-5 items-center gap-x-2 text-sm text-muted">
            {game.best_store && <StoreName store={game.best_store} />}
            {game.lowest_ever && <span className="truncate text-positive">{text("game.lowest_ever")}</span>}
            {game.player_count != null && (
              <span className="figures ml-auto inline-flex items-center gap-1">
                <Users aria-hidden className="size-3.5" />
                <span className="sr-only">{`${text("game.players")} `}</span>
                {formatPlayerCount(game.player_count)}
              </span>
            )}
          </p>
        </div>
      </div>
      <WishlistHeart gameId={game.id} className="game-card-heart" />
    </article>
  );
}
