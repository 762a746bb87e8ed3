import { Link } from "@tanstack/react-router";
import { hiddenTexts } from "contract/content-strings/defaults/personal/hidden.ts";
import { useViewer } from "../../../api/session.ts";
import { useTextOf } from "../../../api/texts.ts";
import type { ListLibrary } from "./list-search.ts";

interface HiddenGamesProps {
  /** How many the list leaves out; `undefined` for visitors without a library. */
  hidden: number | undefined;
  library: ListLibrary | undefined;
}

/**
 * Notes that a list hides games that the visitor owns or ignores, with a link that shows or hides them, or that it has
 * only DLC for the owned ones.
 */
export default function HiddenGames({ hidden = 0, library }: HiddenGamesProps) {
  const text = useTextOf(hiddenTexts);
  // unknown during hydration, which may end after the visitor's own list has loaded
  const viewer = useViewer();
  if (viewer === null || viewer === "unknown" || (hidden === 0 && !library)) return null;
  const next = library ? undefined : "show";
  return (
    <p role="status" className="max-lg:mt-3 text-sm text-muted">
      {library === "dlc"
        ? text("hidden.dlc")
        : library
          ? text("hidden.shown")
          : text("hidden.games", { count: hidden })}{" "}
      <Link
        to="."
        search={((search: object) => ({ ...search, library: next, page: undefined })) as never}
        rel="nofollow"
        resetScroll={false}
        className="font-medium text-accent-text underline hover:no-underline"
      >
        {text(library === "dlc" ? "hidden.dlc_off" : library ? "hidden.hide" : "hidden.show")}
      </Link>
    </p>
  );
}
