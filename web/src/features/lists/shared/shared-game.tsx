import type { ReactNode } from "react";
import { GameLink } from "../../games/game-link.tsx";
import type { TileGame } from "../../games/tile/tile-game.ts";
import { GameArt } from "../../images/game-art.tsx";
import { BestPrice } from "../../prices/best-price.tsx";
import { SaleEnd } from "../../prices/sale-end.tsx";
import { StoreName } from "../../prices/store-name.tsx";

interface SharedGameProps {
  game: TileGame;
  notes: string;
  /** When to load the picture. */
  load: "late" | "soon";
  /** What a friend can do with it. */
  children?: ReactNode;
}

/** A game on a shared list, with today's price. */
export function SharedGame({ game, notes, load, children }: SharedGameProps) {
  return (
    <article
      className={
        "grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-2.5 rounded-lg border border-border bg-raised p-3 " +
        "sm:grid-cols-[11rem_minmax(0,1fr)_11rem] sm:gap-x-4 sm:p-4"
      }
    >
      <GameArt
        gameId={game.id}
        version={game.picture_version}
        alt={null}
        variant="landscape"
        sizes="(max-width: 39.99rem) 104px, 176px"
        load={load}
        className="aspect-[460/215] w-full self-start rounded-sm sm:row-span-2"
      />
      <div className="min-w-0 sm:self-center">
        <h2 className="text-base font-medium sm:text-md">
          <GameLink id={game.id} className="hover:underline">
            {game.title}
          </GameLink>
        </h2>
        {notes && <p className="mt-1 max-w-prose text-sm break-words whitespace-pre-line text-muted">{notes}</p>}
      </div>
      <div className="max-sm:col-span-full max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-3">
        <BestPrice game={game} />
        <p className="flex flex-wrap gap-x-3 text-sm text-muted sm:mt-1">
          {game.best_store && <StoreName store={game.best_store} />}
          {game.sale_ends_at && <SaleEnd at={game.sale_ends_at} />}
        </p>
      </div>
      {children && <div className="max-sm:col-span-full sm:col-span-2 sm:col-start-2">{children}</div>}
    </article>
  );
}
