/** Programs that follow links say so in these words. */
const crawler = /bot|crawl|spider|slurp|preview|fetch|monitor|headless/i;

/** Whether a user agent is no visitor's browser; one without a name is none. */
export function isCrawler(userAgent: string | undefined): boolean {
  return crawler.test(userAgent ?? "bot");
}
