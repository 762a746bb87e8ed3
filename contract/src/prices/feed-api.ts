import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id, wholeNumber } from "../core/parameters.ts";
import { StoreKey } from "../stores/store-key.ts";
import { FeedFields, FeedPreview, ProductFeed } from "./feed-schema.ts";

const byId = z.object({ id: Id });
const OneFeed = z.object({ feed: ProductFeed });
const NewFeed = FeedFields.partial({ currency: true, encoding: true, columns: true });

export const feedEndpoints = {
  listFeeds: endpoint("GET /api/admin/catalogue/feeds", {
    summary: "List product feeds by store and country, with secrets in their URLs masked",
    access: "sources.read",
    response: z.object({
      feeds: z.array(ProductFeed),
      stores: z
        .array(
          z.object({
            key: StoreKey,
            name: z.string(),
            columns: FeedFields.shape.columns.optional().meta({ description: "Column names that its pack states" }),
            about_feed: z.string().optional().meta({
              description: "What its pack says about the feed: where the facts are from, programme, licence",
            }),
          }),
        )
        .meta({ description: "Stores that can have feeds" }),
      markets: z.array(z.object({ country: z.string(), currency: z.string() })),
    }),
  }),
  getFeed: endpoint("GET /api/admin/catalogue/feeds/{id}", {
    summary: "Get a product feed",
    access: "sources.read",
    params: byId,
    response: OneFeed,
  }),
  createFeed: endpoint("POST /api/admin/catalogue/feeds", {
    summary: "Add a product feed, read on the schedule of feeds",
    access: "sources.write",
    body: NewFeed,
    response: OneFeed,
    status: 201,
    errors: ["conflict"],
  }),
  previewFeed: endpoint("POST /api/admin/catalogue/feeds/preview", {
    summary: "Preview what a feed would change, without writing",
    access: "sources.write",
    body: NewFeed.extend({ id: Id.optional().meta({ description: "The feed that a masked URL refers to" }) }),
    response: z.object({ preview: FeedPreview }),
    errors: ["not_found", "rate_limited"],
  }),
  updateFeed: endpoint("PUT /api/admin/catalogue/feeds/{id}", {
    summary: "Update a product feed; omitted fields are unchanged",
    access: "sources.write",
    params: byId,
    body: FeedFields.partial().extend({
      accept_loss: z
        .boolean()
        .optional()
        .meta({ description: "The next run accepts the feed even with fewer rows than last time" }),
      base_version: z.number().int().optional(),
    }),
    response: OneFeed,
    errors: ["conflict", "stale"],
  }),
  deleteFeed: endpoint("DELETE /api/admin/catalogue/feeds/{id}", {
    summary: "Delete a product feed; its offers are unchanged",
    access: "sources.write",
    params: byId,
    query: z.object({ base_version: wholeNumber(1, 2_147_483_647).optional() }),
    errors: ["stale"],
  }),
};
