import { AppError } from "contract/core/errors.ts";
import { feedEndpoints as endpoints } from "contract/prices/feed-api.ts";
import type { FastifyInstance } from "fastify";
import { bind, callerOf } from "../../platform/http/bind.ts";
import { createSemaphore } from "../../platform/process/semaphore.ts";
import { changeFeed, checkFeed, createFeed, deleteFeed, type FeedDesk } from "./product-feeds/commands-feeds.ts";
import { previewFeed } from "./product-feeds/commands-preview.ts";
import { toProductFeed } from "./product-feeds/present-feeds.ts";
import { listFeeds, listPlaces, requireFeed } from "./product-feeds/queries-feeds.ts";
import { createClient } from "./sources/client.ts";

export interface FeedAdminOptions extends FeedDesk {
  publicUrl: string;
}

const optional = { currency: null, encoding: null, columns: {} };

export function feedAdminRoutes(app: FastifyInstance, { publicUrl, ...desk }: FeedAdminOptions): void {
  const { db, secretKey, allowsPrivate } = desk;
  const client = createClient({ publicUrl, paceMs: 0, isPublicOnly: !allowsPrivate });
  const previews = createSemaphore(2, {
    maxWaiting: 0,
    refuse: () =>
      new AppError("rate_limited", "Other feeds are being previewed; try again in a moment", { retryAfter: 10 }),
  });

  bind(app, endpoints.listFeeds, async () => ({
    feeds: (await listFeeds(db, secretKey)).map(toProductFeed),
    ...(await listPlaces(db)),
  }));

  bind(app, endpoints.getFeed, async ({ params }) => ({
    feed: toProductFeed(await requireFeed(db, secretKey, params.id)),
  }));

  bind(app, endpoints.createFeed, async ({ body }, context) => ({
    feed: await createFeed(desk, callerOf(context), { ...optional, ...body }, new Date()),
  }));

  bind(app, endpoints.previewFeed, ({ body: { id, ...fields } }) =>
    previews.run(async () => {
      const stored = id === undefined ? null : await requireFeed(db, secretKey, id);
      const { feed, market } = await checkFeed(desk, { ...optional, ...fields }, stored);
      return { preview: await previewFeed(db, feed, { client, market, now: new Date() }) };
    }),
  );

  bind(app, endpoints.updateFeed, async ({ params, body }, context) => {
    const { accept_loss: acceptLoss, base_version: baseVersion, ...fields } = body;
    return {
      feed: await changeFeed(desk, callerOf(context), params.id, { fields, acceptLoss, baseVersion }, new Date()),
    };
  });

  bind(app, endpoints.deleteFeed, ({ params, query }, context) =>
    deleteFeed(desk, callerOf(context), params.id, query.base_version),
  );
}
