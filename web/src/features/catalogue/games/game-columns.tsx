import { Link } from "@tanstack/react-router";
import type { CatalogueRow } from "contract/catalogue/game-schema.ts";
import EyeOff from "lucide-react/icons/eye-off";
import Pin from "lucide-react/icons/pin";
import { columnsOf } from "../../admin/data-table.tsx";
import { fieldNames, typeNames } from "./game-form.ts";

const column = columnsOf<CatalogueRow>();

export const gameColumns = column.columns([
  column.accessor("title", {
    header: "Title",
    meta: { className: "max-w-0 w-1/2" },
    cell: ({ row: { original: game } }) => (
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
  }),
  column.display({ id: "marks", header: "State", cell: ({ row }) => <Marks game={row.original} /> }),
  column.accessor("type", {
    header: "Type",
    enableSorting: false,
    cell: ({ getValue }) => {
      const type = getValue();
      return type ? typeNames[type] : "–";
    },
  }),
  column.accessor("developer", {
    header: "Developers",
    enableSorting: false,
    meta: { className: "max-w-48 truncate" },
    cell: ({ getValue }) => getValue() ?? "–",
  }),
  column.accessor("release_date", {
    header: "Released",
    meta: { className: "figures whitespace-nowrap" },
    cell: ({ getValue }) => getValue() ?? "–",
  }),
  column.accessor("steam_appid", {
    header: "Steam appid",
    enableSorting: false,
    meta: { className: "figures" },
    cell: ({ getValue }) => getValue() ?? "–",
  }),
]);

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
