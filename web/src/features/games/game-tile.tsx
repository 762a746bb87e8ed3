import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import { GameArt } from "../images/game-art.tsx";
import { BestPrice } from "../prices/best-price.tsx";
import { SaleEnd } from "../prices/sale-end.tsx";
import { StoreName } from "../prices/store-name.tsx";
import { GameLink } from "./game-link.tsx";
import type { TileGame } from "./tile-game.ts";

interface GameTileProps {
  game: TileGame;
  /** `small` in a row, `large` as one of a few. */
  size?: "small" | "large";
  /** When to load the picture. */
  load?: "late" | "soon" | "first";
  /** A line on why the game is shown. */
  children?: ReactNode;
}

/** A game by its cover, price, title and store; the title's link covers the tile. */
export function GameTile({ game, size = "small", load = "late", children }: GameTileProps) {
  const large = size === "large";
  // large tiles are right under the page's title, others in a section
  const Heading = large ? "h2" : "h3";
  return (
    <article
      className={
        "relative flex h-full flex-col overflow-hidden rounded-lg border border-border bg-raised " +
        "transition-colors hover:border-border-strong"
      }
    >
      <GameArt
        gameId={game.id}
        version={game.picture_version}
        alt={null}
        variant="landscape"
        sizes={large ? "(max-width: 64rem) 94vw, 384px" : "(max-width: 40rem) 230px, (max-width: 64rem) 46vw, 286px"}
        load={load}
        className="aspect-[460/215]"
      />
      <div className={classNames("flex grow flex-col", large ? "p-4" : "p-3")}>
        <BestPrice game={game} large={large} />
        <Heading className={classNames("mt-1.5 font-medium", large ? "text-md" : "text-base")}>
          <GameLink id={game.id} className="game-card-link">
            {game.title}
          </GameLink>
        </Heading>
        {children && <p className="mt-0.5 text-sm text-positive">{children}</p>}
        <p className="mt-auto flex flex-wrap items-center gap-x-3 pt-1.5 text-sm text-muted">
          {game.best_store && <StoreName store={game.best_store} />}
          {game.sale_ends_at && <SaleEnd at={game.sale_ends_at} />}
        </p>
      </div>
    </article>
  );
}

/** Tiles in a row that scrolls sideways on phones, in a grid from 640 px on. Children are list items. */
export function TileRow({ children }: { children: ReactNode }) {
  return (
    <ul
      className={
        "scroll-row -mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 " +
        "*:w-60 *:max-w-[85%] *:shrink-0 *:snap-start " +
        "sm:mx-0 sm:grid sm:grid-cols-2 sm:gap-5 sm:overflow-visible sm:px-0 sm:pb-0 " +
        "sm:*:w-auto sm:*:max-w-none lg:grid-cols-3 xl:grid-cols-4"
      }
    >
      {children}
    </ul>
  );
}
