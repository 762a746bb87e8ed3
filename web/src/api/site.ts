import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { PublicSite } from "contract/site-config/api.ts";
import { freshFor } from "./query.ts";
import { useCall } from "./session.ts";

/** Defaults until the settings are loaded: optional features are off. */
const defaultSite: PublicSite = {
  contact_email: null,
  chat_url: null,
  network_url: null,
  imprint: false,
  registration_open: true,
  mobile_wishlist: true,
  sample_data: false,
  demo: false,
  default_savings_percentage: 60,
};

/** The public settings of the site. */
export function siteQuery(call: Call) {
  return queryOptions({
    queryKey: ["site"],
    staleTime: freshFor.texts,
    queryFn: ({ signal }) => call("GET /api/site", {}, { signal }),
  });
}

/** The public settings of the site. */
export function useSite(): PublicSite {
  return useQuery(siteQuery(useCall())).data ?? defaultSite;
}
