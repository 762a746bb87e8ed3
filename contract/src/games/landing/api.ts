import { z } from "zod";
import { endpoint } from "../../core/endpoint.ts";
import { Country, pageQuery } from "../../core/parameters.ts";
import { languageQuery } from "../../languages/schema.ts";
import { pricesOfQuery } from "../../my-stores/schema.ts";
import { LandingEntry, LandingKind, LandingPage } from "./schema.ts";

export const landingEndpoints = {
  listLandingPages: endpoint("GET /api/landing/{kind}", {
    summary: "List landing pages of a kind, most games first",
    access: "public",
    isCached: true,
    params: z.object({ kind: LandingKind }),
    query: z.object({ ...pageQuery, country: Country.optional() }),
    response: z.object({ pages: z.array(LandingEntry), total: z.number().int() }),
  }),
  landingPage: endpoint("GET /api/landing/{kind}/{slug}", {
    summary: "Get a landing page's summary of its games",
    access: "public",
    isCached: true,
    params: z.object({ kind: LandingKind, slug: z.string().min(1).max(300) }),
    query: z.object({ country: Country.optional(), ...pricesOfQuery, ...languageQuery }),
    response: LandingPage,
    errors: ["not_found"],
  }),
};
