import { Link } from "@tanstack/react-router";
import { useViewer } from "../../api/session.ts";
import { useLibraryText } from "./library-text.ts";

const linkStyle = "font-medium text-accent-text underline hover:no-underline";

/** How many games a list leaves out because the visitor owns or ignores them, with a link that shows them. */
export default function HiddenGames({ to, hidden }: { to: "/games" | "/free"; hidden: number }) {
  const text = useLibraryText();
  const viewer = useViewer();
  if (viewer === null || viewer === "unknown" || !viewer.hasLibrary) return null;
  const show = (library: "show" | undefined) => (search: object) => ({ ...search, library, page: undefined });
  return (
    <p role="status" className="-mt-2 mb-4 text-sm text-muted">
      {hidden === 0
        ? text("library.hidden_shown")
        : hidden === 1
          ? text("library.hidden_one")
          : text("library.hidden_many", { count: hidden })}{" "}
      <Link
        to={to}
        search={show(hidden === 0 ? undefined : "show") as never}
        rel="nofollow"
        resetScroll={false}
        className={linkStyle}
      >
        {text(hidden === 0 ? "library.hide_again" : "library.show_hidden")}
      </Link>
    </p>
  );
}
