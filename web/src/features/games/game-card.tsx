import { ratingLevel, splitTags } from "contract/games/rules.ts";
import type { ReactNode } from "react";
import { useLanguage, useNames, useText } from "../../api/texts.ts";
import { GameTitle } from "../../page/game-title.tsx";
import { Badge } from "../../ui/badge.tsx";
import { classNames } from "../../ui/class-names.ts";
import { RepeatedIcon } from "../../ui/repeated-icon.tsx";
import { GameArt } from "../images/game-art.tsx";
import { BestPrice, OfficialPrice } from "../prices/best-price.tsx";
import { BundleNote } from "../prices/bundle-note.tsx";
import { LowNote } from "../prices/low-badge.tsx";
import { SaleEnd } from "../prices/sale-end.tsx";
import { StoreWithKind } from "../prices/store-name.tsx";
import { PlanBadge } from "../subscriptions/plan-badge.tsx";
import { WishlistHeart } from "../wishlist/wishlist-heart.tsx";
import { GameLink } from "./game-link.tsx";
import type { CardGame } from "./queries.ts";
import { RatingBadge } from "./rating-badge.tsx";

type PictureLoad = "late" | "soon" | "first";

/** When the picture of a card loads, the cards being in a list whose first ones are visible without scrolling. */
export function pictureLoad(index: number, inView: number): PictureLoad {
  if (index >= inView) return "late";
  return index === 0 ? "first" : "soon";
}

interface GameCardProps {
  game: CardGame;
  /** The level of the title's heading. */
  level: 2 | 3;
  /** `row`: cover beside the text on phones; `large`: one of a few. */
  shape?: "tile" | "row" | "large";
  /** Whether the card shows that the game is free. */
  free?: boolean;
  /** When to load the picture. */
  load?: PictureLoad;
  /** A line on why the game is shown. */
  children?: ReactNode;
}

/**
 * A game in any list: cover, price, title, store and low, then what is known about the game (spec/games 4.3). The
 * title's link covers the card; the heart lies above it, beside the price. The title takes two lines at least, so that
 * cards line up.
 */
export function GameCard({ game, level, shape = "tile", free = false, load = "late", children }: GameCardProps) {
  const text = useText();
  const Heading = `h${level}` as const;
  const isRow = shape === "row";
  const isLarge = shape === "large";
  return (
    <article className={classNames("game-card", isRow && "game-card-row")}>
      <div className="game-card-cover">
        <GameArt
          gameId={game.id}
          version={game.picture_version}
          alt={null}
          variant="landscape"
          narrowVariant={isRow ? "portrait" : undefined}
          sizes={isLarge ? "(max-width: 40rem) 94vw, 31vw" : "(max-width: 40rem) 240px, (max-width: 64rem) 46vw, 286px"}
          narrowSizes={isRow ? "112px" : undefined}
          load={load}
          className="absolute inset-0"
        />
        {free && (
          <Badge tone="accent" className="absolute top-2 start-2">
            {text("free.badge")}
          </Badge>
        )}
        <PlanBadge
          gameId={game.id}
          otherwise={
            game.bundle && (
              <BundleNote bundle={game.bundle} className={classNames("cover-badge", isRow && "max-sm:hidden")} />
            )
          }
        />
      </div>
      <div className={classNames("game-card-body", isLarge && "sm:p-4")}>
        <Heading className={classNames("game-card-title", isLarge && "text-md")}>
          <GameLink id={game.id} className="game-card-link">
            <GameTitle game={game} />
          </GameLink>
        </Heading>
        <div className="game-card-price">
          <BestPrice game={game} />
          <WishlistHeart gameId={game.id} className="game-card-heart" />
        </div>
        {children && <p className="text-sm text-positive">{children}</p>}
        <div className="game-card-facts">
          {game.best_store && <StoreWithKind store={game.best_store} />}
          <OfficialPrice game={game} />
          <span className="flex flex-wrap gap-x-3 empty:hidden">
            <LowNote game={game} />
            {game.sale_ends_at && <SaleEnd at={game.sale_ends_at} />}
          </span>
          {/* there the cover has no room for it */}
          {isRow && game.bundle && <BundleNote bundle={game.bundle} className="sm:hidden" />}
        </div>
        <AboutGame game={game} />
      </div>
    </article>
  );
}

/** Rating and genre; where there is room also Metacritic score, tags and players. */
function AboutGame({ game }: { game: CardGame }) {
  const language = useLanguage();
  const text = useText();
  const nameOf = useNames();
  const { rating = null, metacritic_score: metacritic = null, player_count: players = null, genre = null } = game;
  const genres = splitTags(genre).map((name) => nameOf("genre", name));
  const tags = splitTags(game.tags ?? null)
    .slice(0, 3)
    .map((name) => nameOf("tag", name));
  return (
    <div className="mt-auto text-sm text-muted">
      <p className="flex min-h-6 flex-wrap items-center gap-x-2 pt-1">
        {rating !== null && <RatingBadge rating={language.decimal(rating)} level={ratingLevel(rating)} />}
        <span>{genres.join(language.separator)}</span>
        {metacritic !== null && (
          <span className="figures ms-auto shrink-0 max-sm:hidden">{`${text("game.metacritic")} ${metacritic}`}</span>
        )}
      </p>
      {(tags.length > 0 || players !== null) && (
        <p className="flex items-center gap-x-2 pt-0.5 text-xs max-sm:hidden">
          <span>{tags.join(language.separator)}</span>
          {players !== null && (
            <span className="figures ms-auto inline-flex shrink-0 items-center gap-1">
              <RepeatedIcon name="users" className="size-3.5" />
              <span className="sr-only">{`${text("game.players")} `}</span>
              {language.compact(players)}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

/**
 * Cards in a row that scrolls sideways on phones, in a grid from 640 px on, which shows as many as fill one line or
 * two. Children are list items.
 */
export function CardRow({ lines, children }: { lines: 1 | 2; children: ReactNode }) {
  return <ul className={classNames("scroll-row card-row game-grid", lines === 1 && "card-row-short")}>{children}</ul>;
}

/** The style of the link beside a row's title. */
export const rowLinkStyle =
  "inline-flex min-h-9 items-center gap-1.5 text-sm font-medium text-accent-text whitespace-nowrap hover:underline";

/** The title of a row of cards, and a link to more of them. */
export function RowHead({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div className="mb-3 flex items-center justify-between gap-x-6">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </div>
  );
}
