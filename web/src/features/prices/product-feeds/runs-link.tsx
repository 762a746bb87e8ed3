import { Link } from "@tanstack/react-router";

/** Links to the runs of a feed, which are listed as those of a source. */
export function RunsLink({ source, name }: { source: string; name: string }) {
  return (
    <Link
      to="/admin/{-$tab}"
      params={{ tab: "sources" }}
      search={{ source } as never}
      aria-label={`Runs of the feed of ${name}`}
      className="whitespace-nowrap underline"
    >
      Runs
    </Link>
  );
}
