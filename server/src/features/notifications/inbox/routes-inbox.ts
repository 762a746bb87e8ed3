import { pageCount } from "contract/core/pagination.ts";
import { inboxEndpoints as endpoints } from "contract/notifications/inbox-api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../../platform/db/connect.ts";
import { bind, callerId } from "../../../platform/http/bind.ts";
import { readInbox } from "./commands-read.ts";
import type { InboxEvents } from "./inbox-events.ts";
import { toInboxEvent } from "./present-inbox.ts";
import { countUnread, listInbox } from "./queries-inbox.ts";

export interface InboxOptions {
  db: Db;
  events: InboxEvents;
}

export function inboxRoutes(app: FastifyInstance, { db, events }: InboxOptions): void {
  const unreadOf = async (userId: number) => (await countUnread(db, [userId])).get(userId) ?? 0;

  bind(app, endpoints.listInbox, async ({ query: { page, limit, language } }, context) => {
    const userId = callerId(context);
    const [inbox, unread] = await Promise.all([
      listInbox(db, userId, { limit, offset: (page - 1) * limit }),
      unreadOf(userId),
    ]);
    const { total } = inbox;
    return {
      events: inbox.events.map((event) => toInboxEvent(event, language)),
      total,
      totalPages: pageCount(total, limit),
      unread,
    };
  });

  bind(app, endpoints.readInbox, async ({ body: { upTo } }, context) => {
    const userId = callerId(context);
    await readInbox(db, userId, upTo, new Date());
    return { unread: await unreadOf(userId) };
  });

  bind(app, endpoints.inboxEvents, (_, context) => events.subscribe(callerId(context), context.signal));
}
