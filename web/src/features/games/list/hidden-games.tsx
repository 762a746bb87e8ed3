import { Link } from "@tanstack/react-router";
import { hiddenTexts } from "contract/content-strings/defaults/personal/hidden.ts";
import { useViewer } from "../../../api/session.ts";
import { useTextOf } from "../../../api/texts.ts";

interface HiddenGamesProps {
  to: "/games" | "/free";
  /** How many the list leaves out; `undefined` for visitors without a library. */
  hidden: number | undefined;
  library: "show" | undefined;
}

/** Notes that a list hides games that the visitor owns or ignores, with a link that shows or hides them. */
export default function HiddenGames({ to, hidden = 0, library }: HiddenGamesProps) {
  const text = useTextOf(hiddenTexts);
  // unknown during hydration, which may end after the visitor's own list has loaded
  const viewer = useViewer();
  if (viewer === null || viewer === "unknown" || (hidden === 0 && !library)) return null;
  const next = library ? undefined : "show";
  return (
    <p role="status" className="max-lg:mt-3 text-sm text-muted">
      {library ? text("hidden.shown") : hidden === 1 ? text("hidden.one") : text("hidden.many", { count: hidden })}{" "}
      <Link
        to={to}
        search={((search: object) => ({ ...search, library: next, page: undefined })) as never}
        rel="nofollow"
        resetScroll={false}
        className="font-medium text-accent-text underline hover:no-underline"
      >
        {text(library ? "hidden.hide" : "hidden.show")}
      </Link>
    </p>
  );
}
