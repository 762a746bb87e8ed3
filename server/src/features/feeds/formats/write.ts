import { escapeXml } from "../../../platform/process/escape-xml.ts";
import { type Feed, type FeedItem, updatedOf } from "./feed.ts";

/** iCalendar (RFC 5545): an event for each item that ends, from the change of its price to its end date. */
function writeCalendar({ title, description, author, items }: Feed): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(author)}//Feeds//EN`,
    "CALSCALE:GREGORIAN",
    `NAME:${escapeText(title)}`,
    `X-WR-CALNAME:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(description)}`,
    ...items.flatMap(writeEvent),
    "END:VCALENDAR",
  ];
  return lines
    .flatMap(fold)
    .map((line) => `${line}\r\n`)
    .join("");
}

function writeEvent({ id, title, summary, link, updated, ends }: FeedItem): string[] {
  if (ends === null) return [];
  return [
    "BEGIN:VEVENT",
    `UID:${escapeText(id)}`,
    `DTSTAMP:${toCalendarTime(updated)}`,
    `DTSTART:${toCalendarTime(updated)}`,
    `DTEND:${toCalendarTime(ends)}`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(summary)}`,
    `URL:${link}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** `20260131T235900Z` */
function toCalendarTime(time: string): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d+/g, "");
}

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n?|\n/g, "\\n")
    .replace(/\p{Cc}/gu, "");
}

/** Lines have at most 75 bytes; continuation lines begin with a space. */
const maxBytes = 75;

function fold(line: string): string[] {
  const lines: string[] = [];
  let part = "";
  for (const letter of line) {
    if (Buffer.byteLength(part + letter) > maxBytes) {
      lines.push(part);
      part = " ";
    }
    part += letter;
  }
  return [...lines, part];
}

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

/** Atom 1.0 (RFC 4287). */
function writeAtom(feed: Feed): string {
  const parts = [
    element("id", feed.address),
    element("title", feed.title),
    element("subtitle", feed.description),
    element("updated", updatedOf(feed)),
    element("author", [element("name", feed.author)]),
    element("link", "", { rel: "self", type: "application/atom+xml", href: feed.address }),
    element("link", "", { rel: "alternate", type: "text/html", href: feed.page }),
    ...feed.items.map(writeEntry),
  ];
  return xmlDocument(element("feed", parts, { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": feed.language }));
}

function writeEntry({ id, title, summary, link, updated }: FeedItem): string {
  return element("entry", [
    element("id", id),
    element("title", title),
    element("updated", updated),
    element("link", "", { rel: "alternate", type: "text/html", href: link }),
    element("summary", summary),
  ]);
}

/** RSS 2.0, with the feed's own address as its Best Practices Profile asks. */
function writeRss(feed: Feed): string {
  const channel = [
    element("title", feed.title),
    element("link", feed.page),
    element("description", feed.description),
    element("language", feed.language),
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

/** JSON Feed 1.1. */
function writeJsonFeed({ title, description, language, author, address, page, items }: Feed): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    description,
    home_page_url: page,
    feed_url: address,
    language,
    authors: [{ name: author }],
    items: items.map(({ id, title, summary, link, image, updated }) => ({
      id,
      url: link,
      title,
      content_text: summary,
      ...(image !== null && { image }),
      date_published: updated,
    })),
  });
}

/** An element with text, or with other elements. */
function element(
  name: string,
  content: string | readonly string[],
  attributes: Readonly<Record<string, string>> = {},
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const inner = typeof content === "string" ? escapeXml(content) : content.join("");
  return `<${name}${written.join("")}${inner === "" ? "/>" : `>${inner}</${name}>`}`;
}

function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}
