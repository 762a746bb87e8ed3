import { z } from "zod";
import { AuditEntry } from "../audit/schema.ts";
import { endpoint } from "../core/endpoint.ts";
import { Country, Id, pageQuery, SearchText } from "../core/parameters.ts";
import { StoreKey } from "../stores/store-key.ts";
import { AdminBundle, Bundle, BundleFields, BundleReading, BundleRow, ListedBundle } from "./schema.ts";

const byId = z.object({ id: Id });
const OneBundle = z.object({ bundle: AdminBundle });

export const bundleEndpoints = {
  listBundles: endpoint("GET /api/bundles", {
    summary: "List bundles on sale, ending soonest first",
    access: "public",
    isCached: true,
    query: z.object({
      ...pageQuery,
      store: StoreKey.optional(),
      contains: Id.optional().meta({ description: "Only bundles with this game" }),
      country: Country.optional(),
    }),
    response: z.object({ bundles: z.array(ListedBundle), total: z.number().int() }),
  }),
  getBundle: endpoint("GET /api/bundles/{id}", {
    summary: "Get a bundle with its tiers and items, and today's best prices of its games",
    access: "public",
    isCached: true,
    params: byId,
    query: z.object({ country: Country.optional() }),
    response: z.object({ bundle: Bundle }),
  }),
  ownedInBundle: endpoint("GET /api/bundles/{id}/owned", {
    summary: "List the games of a bundle that the user owns",
    access: "user",
    scope: "read:library",
    params: byId,
    response: z.object({ games: z.array(z.number().int()) }),
  }),
  listAdminBundles: endpoint("GET /api/admin/bundles", {
    summary: "List all bundles, the latest change first",
    access: "bundles.read",
    query: z.object({
      ...pageQuery,
      store: StoreKey.optional(),
      search: SearchText.optional(),
      state: z.enum(["shown", "hidden"]).optional(),
    }),
    response: z.object({ bundles: z.array(BundleRow), total: z.number().int() }),
  }),
  listBundleReadings: endpoint("GET /api/admin/bundles/readings", {
    summary: "List readings of the addresses of BUNDLE_SOURCES, the latest first",
    access: "bundles.read",
    query: z.object(pageQuery),
    response: z.object({ readings: z.array(BundleReading), total: z.number().int() }),
  }),
  getAdminBundle: endpoint("GET /api/admin/bundles/{id}", {
    summary: "Get a bundle as administrators see it",
    access: "bundles.read",
    params: byId,
    response: OneBundle,
  }),
  createBundle: endpoint("POST /api/admin/bundles", {
    summary: "Create a bundle",
    access: "bundles.write",
    body: BundleFields,
    response: OneBundle,
    status: 201,
  }),
  updateBundle: endpoint("PUT /api/admin/bundles/{id}", {
    summary: "Update a bundle; imports leave it as it is from then on",
    access: "bundles.write",
    params: byId,
    body: BundleFields.partial().extend({ base_version: z.number().int().optional() }),
    response: OneBundle,
    errors: ["stale"],
  }),
  deleteBundle: endpoint("DELETE /api/admin/bundles/{id}", {
    summary: "Delete a bundle",
    access: "bundles.write",
    params: byId,
  }),
  bundleHistory: endpoint("GET /api/admin/bundles/{id}/history", {
    summary: "List the changes of a bundle, latest first",
    access: "bundles.read",
    params: byId,
    query: z.object(pageQuery),
    response: z.object({ history: z.array(AuditEntry), total: z.number().int() }),
  }),
};
