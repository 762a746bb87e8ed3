/**
 * Structured data for search engines. In the body, because in the head it would break hydration; `<` is escaped, so
 * that no title can end the script.
 */
export function JsonLd({ data }: { data: object }) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only way to write a script; the JSON is escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
