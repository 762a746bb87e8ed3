import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id, wholeNumber } from "../core/parameters.ts";
import { StoreKey } from "../stores/store-key.ts";
import { FeedFields, FeedPreview, ProductFeed } from "./feed-schema.ts";

const byId = z.object({ id: Id });
const OneFeed = z.object({ feed: ProductFeed });
const NewFeed = FeedFields.partial({ currency: true, columns: true });

export const feedEndpoints = {
  listFeeds: endpoint("GET /api/admin/catalogue/feeds", {
    summary: "The product feeds of stores, by store and country, with secrets in their addresses masked",
    access: "sources.read",
    response: z.object({
      feeds: z.array(ProductFeed),
      stores: z.array(z.object({ key: StoreKey, name: z.string() })).meta({ description: "Which may have feeds" }),
      markets: z.array(z.object({ country: z.string(), currency: z.string() })),
    }),
  }),
  getFeed: endpoint("GET /api/admin/catalogue/feeds/{id}", {
    summary: "A product feed",
    access: "sources.read",
    params: byId,
    response: OneFeed,
  }),
  createFeed: endpoint("POST /api/admin/catalogue/feeds", {
    summary: "Adds a feed, which is read on the schedule of feeds from now on",
    access: "sources.write",
    body: NewFeed,
    response: OneFeed,
    status: 201,
    errors: ["conflict"],
  }),
  previewFeed: endpoint("POST /api/admin/catalogue/feeds/preview", {
    summary: "Reads a feed and says what would change; writes nothing",
    access: "sources.write",
    body: NewFeed.extend({ id: Id.optional().meta({ description: "The feed whose masked address is meant" }) }),
    response: z.object({ preview: FeedPreview }),
    errors: ["not_found", "rate_limited"],
  }),
  updateFeed: endpoint("PUT /api/admin/catalogue/feeds/{id}", {
    summary: "Changes a feed; fields that are left out stay",
    access: "sources.write",
    params: byId,
    body: FeedFields.partial().extend({
      accept_loss: z
        .boolean()
        .optional()
        .meta({ description: "The next run believes the feed although it has fewer rows than last time" }),
      base_version: z.number().int().optional(),
    }),
    response: OneFeed,
    errors: ["conflict", "stale"],
  }),
  deleteFeed: endpoint("DELETE /api/admin/catalogue/feeds/{id}", {
    summary: "Removes a feed; offers that came from it stay as they are",
    access: "sources.write",
    params: byId,
    query: z.object({ base_version: wholeNumber(1, 2_147_483_647).optional() }),
    errors: ["stale"],
  }),
};
