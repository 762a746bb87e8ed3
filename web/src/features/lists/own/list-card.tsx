import { Link } from "@tanstack/react-router";
import type { UserList } from "contract/lists/schema.ts";
import { GameArt } from "../../images/game-art.tsx";
import { gamesText, useListsText } from "../lists-text.ts";
import { ListBadges } from "./list-badges.tsx";

/** A list by its name and its first games; the name's link covers the card. */
export function ListCard({ list }: { list: UserList }) {
  const text = useListsText();
  return (
    <article
      className={
        "relative grid h-full content-start overflow-hidden rounded-lg border border-border bg-raised " +
        "transition-colors hover:border-border-strong"
      }
    >
      <Covers gameIds={list.game_ids} />
      <div className="p-4">
        <h2 className="text-md font-medium break-words">
          <Link
            to="/lists/{-$id}"
            params={{ id: String(list.id) }}
            className="after:absolute after:inset-0 focus-visible:outline-offset-0"
          >
            {list.name}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
          <span className="figures">{gamesText(text, list.total)}</span>
          <ListBadges list={list} />
        </p>
      </div>
    </article>
  );
}

/** Four slots for covers, some of which may be empty. */
function Covers({ gameIds }: { gameIds: readonly number[] }) {
  return (
    <div aria-hidden className="grid grid-cols-4 gap-px bg-sunken">
      {[0, 1, 2, 3].map((place) => {
        const gameId = gameIds[place];
        return gameId === undefined ? (
          <span key={place} className="aspect-[2/3]" />
        ) : (
          <GameArt
            key={place}
            gameId={gameId}
            version={null}
            alt={null}
            variant="portrait"
            sizes="112px"
            className="aspect-[2/3]"
          />
        );
      })}
    </div>
  );
}
