import { Link } from "@tanstack/react-router";
import { MarkedText } from "./marked-text.tsx";

/** The style of an option, including active and hovered. */
export const optionStyle =
  "flex min-h-11 items-center gap-3 rounded-md px-2.5 py-1.5 text-left hover:bg-sunken aria-selected:bg-sunken " +
  "aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent-text";

interface SuggestedNameProps {
  id: string;
  selected: boolean;
  search: string;
  name: string;
  /** The filter of the list that the name is a value of. */
  parameter: "genre" | "tag" | "developer";
}

/** A genre, tag or developer, which leads to its games. */
export function SuggestedName({ id, selected, search, name, parameter }: SuggestedNameProps) {
  return (
    <Link
      to="/games"
      search={{ [parameter]: name } as never}
      id={id}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      className={optionStyle}
    >
      <span className="min-w-0 truncate">
        <MarkedText name={name} search={search} />
      </span>
    </Link>
  );
}
