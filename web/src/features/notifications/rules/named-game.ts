import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCountry } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { gameQuery } from "../../games/queries.ts";
import type { NotificationSearch } from "../notification-search.ts";
import type { ChosenGame } from "./game-field.tsx";

interface NamedGame {
  /** From the address; `undefined` if it names none. */
  id: number | undefined;
  /** `undefined` while it loads, `null` = there is no such game. */
  game: ChosenGame | null | undefined;
  /** Removes it from the address. */
  clear: () => void;
}

/** The game in the address, for which the form of a new rule opens. */
export function useNamedGame(): NamedGame {
  const { game: id } = useSearch({ strict: false }) as NotificationSearch;
  const navigate = useNavigate();
  const query = gameQuery(useCall(), id ?? 0, useCountry());
  const { data, isError } = useQuery({ ...query, enabled: id !== undefined });
  return {
    id,
    game: id === undefined || isError ? null : data && { id, title: data.title },
    clear: () => {
      if (id !== undefined) void navigate({ to: ".", search: {} as never, replace: true, resetScroll: false });
    },
  };
}
