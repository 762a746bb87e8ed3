import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useCountry } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useNotificationText } from "../notification-text.ts";

export interface ChosenGame {
  id: number;
  title: string;
}

interface GameFieldProps {
  game: ChosenGame | null;
  onChoose: (game: ChosenGame | null) => void;
  error?: string | undefined;
}

/** A game that is searched by its title. */
export function GameField({ game, onChoose, error }: GameFieldProps) {
  const text = useNotificationText();
  const call = useCall();
  const country = useCountry();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const { data } = useQuery({
    queryKey: ["suggest", "of-rule", search, country],
    enabled: search.length > 0 && game === null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/games/suggest", { query: { q: search, country } }, { signal }),
  });
  if (game) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <span className="font-medium">{game.title}</span>
        <Button size="small" kind="quiet" onClick={() => onChoose(null)}>
          {text("notifications.form.other_game")}
        </Button>
      </div>
    );
  }
  return (
    <div>
      <TextField
        label={text("notifications.form.search")}
        hint={text("notifications.form.search_hint")}
        {...(error !== undefined && { error })}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      {search !== "" && data && (
        <ul aria-label={text("notifications.form.matches")} className="mt-2 grid gap-1">
          {data.games.map(({ id, title }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => onChoose({ id, title })}
                className="min-h-10 w-full rounded-md px-3 py-1.5 text-left hover:bg-sunken"
              >
                {title}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="mt-1 text-sm text-muted empty:hidden">
        {search !== "" && data?.games.length === 0 && text("notifications.form.none_match")}
      </p>
    </div>
  );
}
