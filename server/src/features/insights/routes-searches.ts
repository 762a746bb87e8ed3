import { gameFilters } from "contract/games/filters.ts";
import { countedSearch } from "contract/insights/rules.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isCrawler } from "../../platform/http/crawlers.ts";
import type { BatchedCounts } from "../../platform/process/batched-counts.ts";
import { cacheOfLatest } from "../../platform/process/latest.ts";

/** Outcomes of the latest searches, which cached responses don't include. */
const maxOutcomes = 20_000;

/** The list of games as a page, of any market, and as a call. */
const list = /^\/(?:api\/|[a-z]{2}\/)?games\/?$/i;

/** With one of these a list is not the plain result of a search. */
const otherLists = [...Object.keys(gameFilters), "facets", "exact"];

/**
 * Counts visitors' searches that found nothing, including those served from this process's caches. Add it before the
 * routes. `onSearch` takes the result of a search without filters.
 */
export function searchHooks(app: FastifyInstance, counter: BatchedCounts) {
  const isEmpty = cacheOfLatest<boolean>(maxOutcomes);

  app.addHook("onResponse", async (request, reply) => {
    if (reply.statusCode !== 200 && reply.statusCode !== 304) return;
    const search = searchOf(request);
    if (search !== null && isEmpty.get(search)) counter.add(search);
  });
  app.addHook("onClose", () => counter.close());

  return {
    onSearch(search: string, total: number): void {
      const counted = countedSearch(search);
      if (counted !== null) isEmpty.set(counted, total === 0);
    },
  };
}

/** The normalized search of a visitor's first page; `null` for all other requests. */
function searchOf({ method, url, headers }: FastifyRequest): string | null {
  const [path = "", query] = url.split("?", 2);
  if (method !== "GET" || query === undefined || !list.test(path) || isCrawler(headers["user-agent"])) return null;
  const parameters = new URLSearchParams(query);
  if (otherLists.some((name) => parameters.has(name)) || (parameters.get("page") ?? "1") !== "1") return null;
  return countedSearch(parameters.get("search") ?? "");
}
