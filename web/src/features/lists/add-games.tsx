import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Check from "lucide-static/icons/check.svg?react";
import Plus from "lucide-static/icons/plus.svg?react";
import { useState } from "react";
import { useMoney } from "../../api/market.ts";
import { GameTitle, shownTitle } from "../../page/game-title.tsx";
import { useGameSearch } from "../../page/use-game-search.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FilterField } from "../../ui/filter-field.tsx";
import { useAction } from "../../ui/use-action.ts";
import { GameArt } from "../images/game-art.tsx";
import { useWishlistFailure } from "../wishlist/wishlist-failure.ts";
import { useWishlistText } from "./lists-text.ts";
import type { OwnList } from "./queries.ts";
import { useItemChanges } from "./use-list-changes.ts";

/** A button that opens a search for games to add to the list. */
export function AddGames({ list, kind = "secondary" }: { list: OwnList; kind?: "primary" | "secondary" }) {
  const text = useWishlistText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        kind={kind}
        size={kind === "primary" ? "medium" : "small"}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden className="size-4" />
        {text("wishlist.add_games")}
      </Button>
      {open && (
        <Dialog title={text("wishlist.add_games")} onClose={() => setOpen(false)}>
          <GameSearch list={list} />
          <Button className="mt-4" onClick={() => setOpen(false)}>
            {text("wishlist.add_done")}
          </Button>
        </Dialog>
      )}
    </>
  );
}

function GameSearch({ list }: { list: OwnList }) {
  const text = useWishlistText();
  const failureOf = useWishlistFailure();
  const { formatOrFree } = useMoney();
  const { add } = useItemChanges(list);
  const { typed, setTyped, search, query } = useGameSearch();
  const [added, setAdded] = useState<ReadonlySet<number>>(new Set());
  const { run, running, failure } = useAction((error) => failureOf(error, text("wishlist.add_failed")));
  const { data } = useQuery({ ...query, placeholderData: keepPreviousData });
  const addGame = async (id: number) => {
    await add(id);
    setAdded(new Set([...added, id]));
  };
  const games = search === "" ? [] : (data?.games ?? []);
  return (
    <>
      <FilterField
        label={text("wishlist.add_search")}
        type="search"
        maxLength={100}
        value={typed}
        onChange={setTyped}
        autoFocus
        className="mt-4"
      />
      <ul className="mt-2 grid min-h-72 content-start divide-y divide-border">
        {games.map(({ id, picture_version, best_price, ...titles }) => (
          <li key={id} className="flex min-h-14 items-center gap-3">
            <GameArt
              gameId={id}
              version={picture_version}
              alt={null}
              variant="landscape"
              sizes="64px"
              className="aspect-[460/215] w-16 shrink-0 rounded-sm"
            />
            <span className="min-w-0 grow wrap-anywhere">
              <GameTitle game={titles} />
            </span>
            <span className="figures shrink-0 text-sm text-muted">{formatOrFree(best_price)}</span>
            <Button
              size="small"
              aria-label={text(added.has(id) ? "wishlist.add_added_game" : "wishlist.add_game", {
                title: shownTitle(titles),
              })}
              disabled={running || added.has(id)}
              onClick={() => run(() => addGame(id))}
            >
              {added.has(id) && <Check aria-hidden className="size-4" />}
              {text(added.has(id) ? "wishlist.add_added" : "wishlist.add_action")}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-muted empty:hidden">
        {search !== "" && data?.games.length === 0 && text("wishlist.add_none")}
      </p>
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
    </>
  );
}
