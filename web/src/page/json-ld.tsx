/**
 * Structured data for search engines, which read the server's page: the browser keeps it unchanged. In the body,
 * because in the head it would break hydration; `<` is escaped, so that no title can end the script.
 */
export function JsonLd({ data }: { data: object | null }) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return <HeldJsonLd html={data === null ? "" : `<script type="application/ld+json">${json}</script>`} />;
}

/** The element of structured data, which the browser keeps unchanged. */
export function HeldJsonLd({ html = "" }: { html?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only way to write a script; the JSON is escaped
  return <div hidden suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
