import type { Feed, FeedItem } from "./feed.ts";

/** iCalendar (RFC 5545): an event for each item that ends, from the change of its price to its end date. */
export function writeCalendar({ title, description, author, items }: Feed): string {
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
