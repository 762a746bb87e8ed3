import { type Feed, type FeedItem, updatedOf } from "./feed.ts";
import { element, xmlDocument } from "./xml.ts";

/** Atom 1.0 (RFC 4287). */
export function writeAtom(feed: Feed): string {
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
  return xmlDocument(element("feed", parts, { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": "en" }));
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
