import { Link } from "@tanstack/react-router";
import type { PartialGame } from "contract/games/schema.ts";
import type { ReactNode } from "react";
import { useCountry } from "../../../api/market.ts";
import { GameArt } from "../../images/game-art.tsx";
import { BestPrice } from "../../prices/best-price.tsx";

type RowGame = Pick<
  PartialGame,
  "id" | "title" | "picture_version" | "best_price" | "best_store" | "reference_price" | "reference_store" | "cut"
>;

/** A game of the library in one line; on phones in two. */
export function GameRow({ game, note, actions }: { game: RowGame; note?: ReactNode; actions?: ReactNode }) {
  // only the canonical address of a game names a country
  const country = useCountry();
  return (
    <article
      className={
        "grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-x-3 gap-y-2 py-2.5 " +
        "sm:grid-cols-[5.5rem_minmax(0,1fr)_12rem_auto] sm:gap-x-4"
      }
    >
      <GameArt
        gameId={game.id}
        version={game.picture_version}
        alt={null}
        variant="landscape"
        sizes="88px"
        className="aspect-[460/215] w-full rounded-sm"
      />
      <div className="min-w-0">
        <h2 className="truncate text-base font-medium">
          <Link
            to={country === undefined ? "/game/$id" : "/games/$id"}
            params={{ id: String(game.id) }}
            className="hover:underline"
          >
            {game.title}
          </Link>
        </h2>
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      <div className="max-sm:col-start-2">
        <BestPrice game={game} />
      </div>
      {actions && <div className="flex gap-1 max-sm:col-start-2">{actions}</div>}
    </article>
  );
}
