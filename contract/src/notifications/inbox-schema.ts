import { z } from "zod";
import { CountryCode } from "../core/parameters.ts";
import { localizedTitle } from "../languages/schema.ts";
import { isTimeZone } from "./local-time.ts";
import { RuleKind, RuleScope } from "./rule-schema.ts";
import { ruleSubjects } from "./rules.ts";

/** A fired rule, as the inbox shows it. */
export const InboxEvent = z
  .object({
    id: z.number().int(),
    rule_id: z.number().int().nullable().meta({ description: "null = the rule was deleted" }),
    kind: RuleKind,
    value: z.number().nullable(),
    scope: RuleScope,
    subject: z.enum(ruleSubjects),
    list_name: z.string().nullable(),
    game_id: z.number().int(),
    title: z.string(),
    localized_title: localizedTitle,
    country: CountryCode,
    currency: z.string(),
    locale: z.string(),
    store: z.string().nullable().meta({ description: "Its name; null = an event of a subscription" }),
    price: z.number().nullable().meta({ description: "null = an event of a subscription" }),
    old_price: z.number().nullable(),
    plan: z.string().nullable().meta({ description: "The name of the plan that the game joined or leaves" }),
    leaves_on: z.string().nullable().meta({ description: "The day it leaves the plan; null = only probable" }),
    median_days: z.number().int().nullable().meta({ description: "How long games stay, where it probably leaves" }),
    bundle: z
      .object({
        id: z.number().int().nullable().meta({ description: "null = it was deleted" }),
        title: z.string(),
        games: z.number().int().meta({ description: "How many of its games the user wants" }),
        separately: z.number().meta({ description: "What they cost one by one, in `currency`" }),
      })
      .nullable()
      .meta({ description: "The bundle that `price` is for; the game is one of its games" }),
    at: z.string(),
    read: z.boolean(),
    deliveries: z.array(
      z.object({
        channel: z.string().meta({ description: "Its name" }),
        state: z.enum(["waiting", "delivered", "dropped"]),
        at: z.string().nullable().meta({ description: "Time of delivery, or when it is due" }),
      }),
    ),
  })
  .meta({ id: "InboxEvent" });
export type InboxEvent = z.output<typeof InboxEvent>;

/** How many events of the caller's inbox are unread. */
export const InboxCount = z.object({ event: z.literal("inbox"), data: z.object({ unread: z.number().int() }) });
export type InboxCount = z.output<typeof InboxCount>;

const MinuteOfDay = z.number().int().min(0).max(1_439);

const times = {
  time_zone: z.string().refine(isTimeZone, "Unknown time zone").meta({ description: "IANA, such as Europe/Berlin" }),
  digest_hour: z.number().int().min(0).max(23),
  digest_weekday: z.number().int().min(1).max(7).meta({ description: "Weekday of weekly digests; 1 = Monday" }),
  quiet_from: MinuteOfDay.nullable().meta({ description: "Minute of the day; null = no quiet hours" }),
  quiet_to: MinuteOfDay.nullable(),
};

/** When the caller receives notifications. */
export const NotificationTimesBody = z
  .object(times)
  .refine(({ quiet_from, quiet_to }) => (quiet_from === null) === (quiet_to === null), {
    path: ["quiet_to"],
    error: "Quiet hours need a beginning and an end",
  });
export type NotificationTimesBody = z.output<typeof NotificationTimesBody>;

export const NotificationSettings = z
  .object({
    ...times,
    chosen: z
      .boolean()
      .meta({ description: "Whether the caller has set the times; otherwise the site's defaults apply" }),
    stopped_at: z.string().nullable().meta({ description: "When notifications were paused" }),
  })
  .meta({ id: "NotificationSettings" });
export type NotificationSettings = z.output<typeof NotificationSettings>;
