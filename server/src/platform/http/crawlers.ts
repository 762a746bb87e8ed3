/** Words in the user agents of programs that follow links. */
const crawler = /bot|crawl|spider|slurp|preview|fetch|monitor|headless/i;

/** Whether a user agent is a crawler rather than a browser; a missing one counts as a crawler. */
export function isCrawler(userAgent: string | undefined): boolean {
  return crawler.test(userAgent ?? "bot");
}
