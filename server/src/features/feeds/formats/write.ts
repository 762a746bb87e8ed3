import { writeAtom } from "./atom.ts";
import { writeCalendar } from "./calendar.ts";
import type { Feed } from "./feed.ts";
import { writeJsonFeed } from "./json-feed.ts";
import { writeRss } from "./rss.ts";

interface Format {
  contentType: string;
  write(feed: Feed): string;
}

/** The formats of feeds by the ending of their addresses. */
export const formats = {
  rss: { contentType: "application/rss+xml; charset=utf-8", write: writeRss },
  atom: { contentType: "application/atom+xml; charset=utf-8", write: writeAtom },
  json: { contentType: "application/feed+json; charset=utf-8", write: writeJsonFeed },
  ics: { contentType: "text/calendar; charset=utf-8", write: writeCalendar },
} satisfies Record<string, Format>;
export type FeedFormat = keyof typeof formats;
