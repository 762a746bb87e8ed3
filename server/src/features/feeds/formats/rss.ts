import { type Feed, type FeedItem, updatedOf } from "./feed.ts";
import { element, xmlDocument } from "./xml.ts";

/** RSS 2.0, with the feed's own address as its Best Practices Profile asks. */
export function writeRss(feed: Feed): string {
  const channel = [
    element("title", feed.title),
    element("link", feed.page),
    element("description", feed.description),
    element("language", "en"),
    element("lastBuildDate", toRfc822(updatedOf(feed))),
    element("atom:link", "", { href: feed.address, rel: "self", type: "application/rss+xml" }),
    ...feed.items.map(writeItem),
  ];
  const namespaces = { version: "2.0", "xmlns:atom": "http://www.w3.org/2005/Atom" };
  return xmlDocument(element("rss", [element("channel", channel)], namespaces));
}

function writeItem({ id, title, summary, link, updated }: FeedItem): string {
  return element("item", [
    element("title", title),
    element("link", link),
    element("description", summary),
    element("guid", id, { isPermaLink: "false" }),
    element("pubDate", toRfc822(updated)),
  ]);
}

function toRfc822(time: string): string {
  return new Date(time).toUTCString();
}
