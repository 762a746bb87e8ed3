import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { pageQuery } from "../core/parameters.ts";
import { languageQuery, localizedTitle } from "../languages/schema.ts";
import { InboxCount, InboxEvent, NotificationSettings, NotificationTimesBody } from "./inbox-schema.ts";

const Settings = z.object({ settings: NotificationSettings });

export const inboxEndpoints = {
  listInbox: endpoint("GET /api/inbox", {
    summary: "List events of the caller's rules in the last 90 days, newest first",
    access: "user",
    query: z.object({ ...pageQuery, ...languageQuery }),
    response: z.object({
      events: z.array(InboxEvent),
      total: z.number().int(),
      totalPages: z.number().int(),
      unread: z.number().int(),
    }),
  }),
  readInbox: endpoint("POST /api/inbox/read", {
    summary: "Mark events as read",
    access: "user",
    body: z.object({
      upTo: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: "This event and all before it" }),
    }),
    response: z.object({ unread: z.number().int() }),
  }),
  inboxEvents: endpoint("GET /api/inbox/events", {
    summary: "Stream the number of unread events in the caller's inbox",
    access: "user",
    response: InboxCount,
    format: "events",
  }),
  getNotificationSettings: endpoint("GET /api/notifications/settings", {
    summary: "Get the caller's notification schedule",
    access: "user",
    response: Settings,
  }),
  setNotificationTimes: endpoint("PUT /api/notifications/settings", {
    summary: "Set time zone, digest hour and quiet hours; delayed notifications are sent when quiet hours end",
    access: "user",
    body: NotificationTimesBody,
    response: Settings,
  }),
  setNotifications: endpoint("PUT /api/notifications", {
    summary: "Pause or resume all notifications of the caller, including alert emails; rules are kept",
    access: "user",
    body: z.object({ enabled: z.boolean() }),
    response: Settings,
  }),
  stopNotifications: endpoint("POST /api/notifications/stop", {
    summary: "Unsubscribe with an emailed link, without signing in: from a rule, a channel or everything",
    access: "public",
    query: z.object(languageQuery),
    body: z.object({ token: z.string().min(1).max(500) }),
    response: z.object({
      all: z.boolean().meta({ description: "Whether everything was stopped" }),
      title: z.string().optional().meta({ description: "The game of the rule that was removed" }),
      localized_title: localizedTitle,
      channel: z.literal(true).optional().meta({ description: "Mail to the link's recipient was stopped" }),
    }),
  }),
};
