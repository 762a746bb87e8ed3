import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { GameTitle, shownTitle } from "../../../page/game-title.tsx";
import { useGameSearch } from "../../../page/use-game-search.ts";
import { Button } from "../../../ui/button.tsx";
import { useLibraryText } from "../library-text.ts";

export interface PickedGame {
  id: number;
  title: string;
}

interface GamePickerProps {
  /** The entry as it was given. */
  name: string;
  picked: PickedGame | undefined;
  onPick: (game: PickedGame | undefined) => void;
}

/** A search field for a game that was not found; once one is chosen, the game with a button to change it. */
export function GamePicker({ name, picked, onPick }: GamePickerProps) {
  const text = useLibraryText();
  const listId = useId();
  const { typed, setTyped, search, query } = useGameSearch();
  const { data } = useQuery(query);
  if (picked) {
    return (
      <span className="flex min-w-0 flex-wrap items-center gap-x-3">
        <strong className="min-w-0 font-medium wrap-anywhere">
          <bdi>{picked.title}</bdi>
        </strong>
        <Button kind="quiet" size="small" onClick={() => onPick(undefined)}>
          {text("library.preview.change")}
        </Button>
      </span>
    );
  }
  return (
    <div className="min-w-0">
      <input
        type="search"
        aria-label={text("library.preview.search", { name })}
        placeholder={text("library.preview.search", { name })}
        aria-controls={listId}
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={
          "h-11 w-full rounded-md border border-border-strong/60 bg-raised px-3 text-base placeholder:text-muted " +
          "hover:border-border-strong"
        }
      />
      <ul id={listId} className="mt-1 grid gap-0.5 empty:hidden">
        {search !== "" &&
          data?.games.map((game) => (
            <li key={game.id}>
              <button
                type="button"
                className="min-h-9 w-full rounded-md px-2.5 text-start wrap-anywhere hover:bg-sunken"
                onClick={() => onPick({ id: game.id, title: shownTitle(game) })}
              >
                <GameTitle game={game} />
              </button>
            </li>
          ))}
      </ul>
      <p role="status" className="px-2.5 text-sm text-muted empty:hidden">
        {search !== "" && data?.games.length === 0 && text("library.preview.no_results")}
      </p>
    </div>
  );
}
