import { notFound, redirect } from "@tanstack/react-router";
import type { Texts } from "contract/content-strings/variables.ts";
import { type LandingKind, minIndexedGames } from "contract/games/landing/rules.ts";
import { nameIn } from "contract/games/names.ts";
import { failedWith } from "../../../api/api-error.ts";
import { marketOf } from "../../../api/market.ts";
import { textsKey } from "../../../api/texts.ts";
import type { PageHead } from "../../../page/head.ts";
import type { RouterContext } from "../../../page/router-context.ts";
import { prefetchPlans } from "../../subscriptions/queries.ts";
import { facetsQuery } from "../list/filters/facets.ts";
import { loadFinder } from "../list/filters/finder-parts.ts";
import { refusedFilters } from "../list/list-filters.ts";
import { type BrowseSearch, ignoreFilters, listFeed, narrowTo, toListState } from "../list/list-search.ts";
import { loadList } from "../list/load-list.ts";
import { gameListQuery } from "../queries.ts";
import { isNarrowed, landingPlace, showsDeals } from "./landing-search.ts";
import { landingTextsOf, nameOf, titleOf } from "./landing-text.ts";
import { landingDealsQuery, landingPageQuery, prefetchGenres } from "./queries.ts";

/**
 * Loads the facts of the page, then its games; returns its head. Every page of the list is canonical, and indexed when
 * it has enough games; searches and filters are not. A name without games is not found (spec/games 9.1).
 */
export async function loadLanding(
  context: RouterContext,
  kind: LandingKind,
  slug: string,
  address: BrowseSearch,
): Promise<PageHead> {
  const { queryClient, call, place } = context;
  const { country } = place;
  const genres = prefetchGenres(queryClient, call);
  const landing = await queryClient.ensureQueryData(landingPageQuery(call, kind, slug, country)).catch((error) => {
    throw failedWith(error, "not_found") ? notFound() : error;
  });
  const { page = 1 } = address;
  const lists = landingPlace(landing);
  const state = toListState(address, lists.sorts);
  const listed = narrowTo(lists.about, state);
  const listQuery = gameListQuery(call, listed, country);
  const loading = loadList(queryClient.ensureQueryData(listQuery)).catch((error) => {
    const refused = refusedFilters(error);
    throw refused.length > 0 ? redirect({ ...lists.link, search: ignoreFilters(address, refused) } as never) : error;
  });
  const deals = showsDeals(address) && queryClient.prefetchQuery(landingDealsQuery(call, landing, country));
  const counting = import.meta.env.SSR && queryClient.prefetchQuery(facetsQuery(call, listed, country));
  const plans = import.meta.env.SSR && prefetchPlans(context, listed);
  await Promise.all([loading, genres, deals, counting, plans, loadFinder()]);
  const text = landingTextsOf(context);
  const list = queryClient.getQueryData(listQuery.queryKey);
  const texts = queryClient.getQueryData<Texts>([textsKey]);
  const name = nameOf(landing, {
    price: marketOf(context).money.format,
    name: (kind, name) => nameIn(texts, kind, name),
    text,
  });
  const title = titleOf(landing, name, text);
  const path = `/${kind}/${encodeURIComponent(slug)}`;
  return {
    title: page === 1 ? title : text("landing.page_title", { title, page }),
    description: text("landing.description", { title, count: landing.count, on_sale: landing.on_sale }),
    path: page === 1 ? path : `${path}?page=${page}`,
    feed: listFeed(narrowTo(lists.about, address)),
    inOneMarket: kind === "under",
    noIndex: landing.count < minIndexedGames || list?.games.length === 0 || isNarrowed(state),
  };
}
