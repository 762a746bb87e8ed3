import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { pageQuery } from "../core/parameters.ts";
import { InboxCount, InboxEvent, NotificationSettings, NotificationTimesBody } from "./inbox-schema.ts";

const Settings = z.object({ settings: NotificationSettings });

export const inboxEndpoints = {
  listInbox: endpoint("GET /api/inbox", {
    summary: "The events of the caller's rules in the last 90 days, the newest first",
    access: "user",
    query: z.object(pageQuery),
    response: z.object({
      events: z.array(InboxEvent),
      total: z.number().int(),
      totalPages: z.number().int(),
      unread: z.number().int(),
    }),
  }),
  readInbox: endpoint("POST /api/inbox/read", {
    summary: "Marks events as read",
    access: "user",
    body: z.object({
      upTo: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: "This event and all before it" }),
    }),
    response: z.object({ unread: z.number().int() }),
  }),
  inboxEvents: endpoint("GET /api/inbox/events", {
    summary: "How many events of the caller's inbox are unread: at first, then whenever that changes",
    access: "user",
    response: InboxCount,
    format: "events",
  }),
  getNotificationSettings: endpoint("GET /api/notifications/settings", {
    summary: "When the caller receives notifications",
    access: "user",
    response: Settings,
  }),
  setNotificationTimes: endpoint("PUT /api/notifications/settings", {
    summary: "Sets the time zone, the hour of digests, and quiet hours, at whose end delayed deliveries are sent",
    access: "user",
    body: NotificationTimesBody,
    response: Settings,
  }),
  setNotifications: endpoint("PUT /api/notifications", {
    summary: "Stops or resumes all notifications of the caller, mail of price alerts included; rules stay",
    access: "user",
    body: z.object({ enabled: z.boolean() }),
    response: Settings,
  }),
  stopNotifications: endpoint("POST /api/notifications/stop", {
    summary: "Does what a mailed link is for, without signing in: removes a rule, stops a channel, or stops everything",
    access: "public",
    body: z.object({ token: z.string().min(1).max(500) }),
    response: z.object({
      all: z.boolean().meta({ description: "Whether everything was stopped" }),
      channel: z.literal(true).optional().meta({ description: "Mail to the link's recipient was stopped" }),
    }),
  }),
};
