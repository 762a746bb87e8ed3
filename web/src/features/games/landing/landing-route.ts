import type { LandingKind } from "contract/games/landing/rules.ts";
import { textsOf } from "../../../api/texts.ts";
import { type PageHead, pageHead } from "../../../page/head.ts";
import type { RouterContext } from "../../../page/router-context.ts";
import type { BrowseSearch } from "../list/list-search.ts";
import { parseLandingSearch } from "./landing-search.ts";

interface LandingMatch {
  context: RouterContext;
}

/**
 * The options of a kind's route, without its components, which the build splits off only in the route files. The loader
 * is imported on demand: few visitors start at one of the five kinds.
 */
export function landingRoute(kind: LandingKind) {
  return {
    validateSearch: (raw: Record<string, unknown>) => parseLandingSearch(kind, raw),
    // cached pages are rendered without unknown parameters, so a match with them would not fit
    loaderDeps: ({ search }: { search: BrowseSearch }) => parseLandingSearch(kind, { ...search }),
    async loader({ context, params, deps }: { context: RouterContext; params: { slug: string }; deps: BrowseSearch }) {
      const { loadLanding } = await import("./load-landing.ts");
      return loadLanding(context, kind, params.slug, deps);
    },
    head: ({
      match: { context },
      params,
      loaderData,
    }: {
      match: LandingMatch;
      params: { slug: string };
      loaderData?: PageHead;
    }) => pageHead(context, loaderData ?? notFoundHead(context, `/${kind}/${encodeURIComponent(params.slug)}`)),
  };
}

function notFoundHead(context: RouterContext, path: string): PageHead {
  const title = textsOf(context)("status.not_found_title");
  return { title, description: title, path, noIndex: true };
}
