import { Link } from "@tanstack/react-router";

/** To the runs of a feed, which are listed with those of all sources. */
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
