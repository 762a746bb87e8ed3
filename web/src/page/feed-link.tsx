import Rss from "lucide-static/icons/rss.svg?react";
import { type Feed, useFeedPath } from "./feeds.ts";

/** A link to the feed of a list. */
export function FeedLink({ feed, label }: { feed: Feed; label: string }) {
  return (
    <a
      href={useFeedPath(feed)}
      className="inline-flex min-h-9 items-center gap-1.5 text-sm text-muted hover:text-text hover:underline"
    >
      <Rss aria-hidden className="size-4" />
      {label}
    </a>
  );
}
