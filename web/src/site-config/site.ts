import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/call.ts";
import type { PublicSite } from "contract/site-config/api.ts";
import { useCall } from "../accounts/session.ts";
import { freshFor, useAnswer } from "../query.ts";

/** What holds while the server has not told otherwise: nothing is offered that may not be there. */
const unknownSite: PublicSite = {
  contact_email: null,
  chat_url: null,
  network_url: null,
  registration_open: true,
  mobile_wishlist: true,
  sample_data: false,
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

/** The public settings of the site; components follow when they change. */
export function useSite(): PublicSite {
  return useAnswer(siteQuery(useCall())) ?? unknownSite;
}
