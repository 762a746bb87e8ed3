import { notFound } from "@tanstack/react-router";
import { type LandingKind, minIndexedGames } from "contract/games/landing/rules.ts";
import { firstOrder } from "contract/games/sorting.ts";
import { failedWith } from "../../../api/api-error.ts";
import { marketOf } from "../../../api/market.ts";
import type { PageHead } from "../../../page/head.ts";
import type { RouterContext } from "../../../page/router-context.ts";
import { loadList } from "../list/load-list.ts";
import { defaultLandingSort, type LandingSearch } from "./landing-search.ts";
import { landingTextsOf, nameOf, titleOf } from "./landing-text.ts";
import { landingDealsQuery, landingGamesQuery, landingPageQuery, prefetchGenres } from "./queries.ts";

/**
 * Loads the facts of the page, then its games; returns its head. Every page of the list is canonical, and indexed when
 * it has enough games. A name without games is not found (spec/games 9.1).
 */
export async function loadLanding(
  context: RouterContext,
  kind: LandingKind,
  slug: string,
  { page = 1, sort = defaultLandingSort, order = firstOrder(sort) }: LandingSearch,
): Promise<PageHead> {
  const { queryClient, call, place } = context;
  const { country } = place;
  const genres = prefetchGenres(queryClient, call);
  const landing = await queryClient.ensureQueryData(landingPageQuery(call, kind, slug, country)).catch((error) => {
    throw failedWith(error, "not_found") ? notFound() : error;
  });
  const listQuery = landingGamesQuery(call, landing, { page, sort, order }, country);
  const deals = page === 1 && queryClient.prefetchQuery(landingDealsQuery(call, landing, country));
  await Promise.all([genres, deals, loadList(queryClient.ensureQueryData(listQuery))]);
  const text = landingTextsOf(queryClient);
  const list = queryClient.getQueryData(listQuery.queryKey);
  const title = titleOf(landing, nameOf(landing, marketOf(context).money.format), text);
  const path = `/${kind}/${encodeURIComponent(slug)}`;
  return {
    title: page === 1 ? title : text("landing.page_title", { title, page }),
    description: text("landing.description", { title, count: landing.count, on_sale: landing.on_sale }),
    path: page === 1 ? path : `${path}?page=${page}`,
    feed: { name: "games", search: landing.filter },
    inOneMarket: kind === "under",
    noIndex: landing.count < minIndexedGames || list?.games.length === 0,
  };
}
