import { Link } from "@tanstack/react-router";
import type { CatalogueRow } from "contract/catalogue/game-schema.ts";
import EyeOff from "lucide-react/icons/eye-off";
import Pin from "lucide-react/icons/pin";
import type { Column } from "../../admin/table.tsx";
import { fieldNames, typeNames } from "./game-form.ts";

export const gameColumns: Column<CatalogueRow>[] = [
  {
    head: "Title",
    sort: "title",
    className: "max-w-0 w-1/2",
    cell: (game) => (
      <Link
        to="."
        search={((list: object) => ({ ...list, game: String(game.id) })) as never}
        data-game
        className="block truncate font-medium hover:underline"
        title={game.title}
      >
        {game.title}
      </Link>
    ),
  },
  { head: "State", cell: (game) => <Marks game={game} /> },
  { head: "Type", cell: ({ type }) => (type ? typeNames[type] : "–") },
  { head: "Developers", className: "max-w-48 truncate", cell: ({ developer }) => developer ?? "–" },
  {
    head: "Released",
    sort: "release_date",
    className: "figures whitespace-nowrap",
    cell: ({ release_date }) => release_date ?? "–",
  },
  { head: "Steam appid", className: "figures", cell: ({ steam_appid }) => steam_appid ?? "–" },
];

function Marks({ game: { hidden, overridden } }: { game: CatalogueRow }) {
  const edited = overridden.map((name) => fieldNames[name]).join(", ");
  return (
    <span className="flex h-5 items-center gap-3 whitespace-nowrap text-muted">
      {hidden && (
        <span className="flex items-center gap-1">
          <EyeOff aria-hidden className="size-4" /> Hidden
        </span>
      )}
      {edited && (
        <span className="flex items-center gap-1" title={`Set by hand: ${edited}`}>
          <Pin aria-hidden className="size-4" /> {overridden.length}
          <span className="sr-only"> fields set by hand</span>
        </span>
      )}
    </span>
  );
}
