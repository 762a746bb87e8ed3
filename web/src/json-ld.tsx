/**
 * Structured data for search engines. It stands in the page's body, as in the head it would upset hydration;
 * `<` is escaped, so that no title can end the script.
 */
export function JsonLd({ data }: { data: object }) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only way to write a script; the JSON is escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
