import { HeadContent, useRouter } from "@tanstack/react-router";
import { headHtml } from "./head-html.ts";
import { headScript } from "./head-script.ts";

/** The head of every page: what its routes say of it, the files that it needs, and the script that runs before anything is shown. */
export const DocumentHead = import.meta.env.SSR ? HeadOfServer : HeadOfBrowser;

/** With what changes as the visitor goes from page to page. */
export function HeadOfBrowser() {
  return (
    <head>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours */}
      <script dangerouslySetInnerHTML={{ __html: headScript }} />
      <HeadContent />
    </head>
  );
}

/** The same bytes with less work. */
export function HeadOfServer() {
  const html = headHtml(useRouter());
  // biome-ignore lint/security/noDangerouslySetInnerHtml: words that are not ours are escaped there
  return <head dangerouslySetInnerHTML={{ __html: html }} />;
}
