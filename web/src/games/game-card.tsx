import Users from "lucide-react/icons/users";
import { useText } from "../content-strings/texts.ts";
import { GameArt } from "../images/game-art.tsx";
import { PriceLine } from "../prices/best-price.tsx";
import { StoreName } from "../prices/store-name.tsx";
import { Badge } from "../ui/badge.tsx";
import { WishlistHeart } from "../wishlist/wishlist-heart.tsx";
import type { CardFace } from "./card-face.ts";
import { GameLink } from "./game-link.tsx";
import { RatingBadge } from "./rating-badge.tsx";

/**
 * A game in a list: a row with a cover on phones, a tile from 640 px on. The title's link covers the whole card;
 * the heart lies above it. Room is kept for two lines of title, so that cards line up. Lines wrap where they do not fit.
 */
export function GameCard({ words, look }: CardFace) {
  const text = useText();
  const Heading = `h${look.level}` as const;
  return (
    <article className="game-card">
      <div className="relative sm:aspect-[460/215]">
        <GameArt
          gameId={words.id}
          alt={null}
          variant="landscape"
          narrowVariant="portrait"
          sizes="(max-width: 64rem) 46vw, (max-width: 80rem) 31vw, 286px"
          narrowSizes="112px"
          load={look.load}
          className="absolute inset-0"
        />
        {look.free && (
          <Badge tone="accent" className="absolute top-2 left-2">
            {text("free.badge")}
          </Badge>
        )}
      </div>
      <div className="flex min-w-0 grow flex-col p-3 sm:p-4">
        <div className="min-h-25">
          <Heading className="pr-9 text-base font-semibold sm:line-clamp-4 sm:pr-0">
            <GameLink id={words.id} className="game-card-link">
              {words.title}
            </GameLink>
          </Heading>
          <p className="mt-1.5 flex min-h-6 flex-wrap items-center gap-x-2 text-sm text-muted">
            {look.rating && <RatingBadge rating={words.rating!} level={look.rating} />}
            <span>{words.genre}</span>
            {words.metacritic !== null && (
              <span className="figures ml-auto shrink-0">{`${text("game.metacritic")} ${words.metacritic}`}</span>
            )}
          </p>
          <p className="mt-1.5 text-xs text-muted">{words.tags}</p>
        </div>
        <div className="mt-auto pt-2">
          <PriceLine words={words} known={look.priced} />
          <p className="mt-0.5 flex min-h-5 flex-wrap items-center gap-x-2 text-sm text-muted">
            {look.store && <StoreName store={look.store} />}
            {look.lowestEver && <span className="text-positive">{text("game.lowest_ever")}</span>}
            {words.players !== null && (
              <span className="figures ml-auto inline-flex items-center gap-1">
                <Users aria-hidden className="size-3.5" />
                <span className="sr-only">{`${text("game.players")} `}</span>
                {words.players}
              </span>
            )}
          </p>
        </div>
      </div>
      <WishlistHeart gameId={words.id} className="game-card-heart" />
    </article>
  );
}
