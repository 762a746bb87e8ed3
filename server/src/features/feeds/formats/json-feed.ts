import type { Feed } from "./feed.ts";

/** JSON Feed 1.1. */
export function writeJsonFeed({ title, description, author, address, page, items }: Feed): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    description,
    home_page_url: page,
    feed_url: address,
    language: "en",
    authors: [{ name: author }],
    items: items.map(({ id, title, summary, link, image, updated }) => ({
      id,
      url: link,
      title,
      content_text: summary,
      image,
      date_published: updated,
    })),
  });
}
