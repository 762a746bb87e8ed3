import { z } from "zod";
import { emailPattern, maximumEmailLength } from "../../accounts/rules.ts";
import {
  channelStates,
  disabledReasons,
  isDiscordWebhook,
  mailSchedules,
  maxNameLength,
  topicPattern,
} from "./rules.ts";

const ChannelName = z.string().trim().min(1).max(maxNameLength);
export const MailSchedule = z.enum(mailSchedules);

const WebAddress = z
  .string()
  .max(2_000)
  .refine((address) => /^https?:$/.test(URL.parse(address)?.protocol ?? ""), "Expected a web address");

const MailAddress = z
  .string()
  .max(maximumEmailLength)
  .regex(emailPattern, "Please enter a valid email address")
  .nullable()
  .meta({ description: "`null` = the account's email address" });

/** `PushSubscription.toJSON()`. */
export const PushSubscription = z.object({
  endpoint: WebAddress,
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/, "Expected 65 bytes in base64url"),
    auth: z.string().regex(/^[\w-]{22}={0,2}$/, "Expected 16 bytes in base64url"),
  }),
});
export type PushSubscription = z.output<typeof PushSubscription>;

const Topic = z.string().regex(topicPattern, "Expected at most 64 letters, digits, - and _");
const Token = z.string().regex(/^[\x21-\x7e]{1,200}$/, "Expected an access token");

/** What adds a channel: one entry for each kind, in display order, of which everything else about kinds is derived. */
const newChannels = [
  newChannel("mail", { address: MailAddress }).extend({ schedule: MailSchedule.default("instant") }),
  newChannel("push", { subscription: PushSubscription }),
  newChannel("discord", {
    url: z.string().refine(isDiscordWebhook, "Expected the address of a webhook at discord.com"),
  }),
  newChannel("telegram", {
    chat: z
      .string()
      .regex(/^(?:-?\d{1,16}|@[A-Za-z]\w{3,31})$/, "Expected the id of a chat, or the @name of a channel"),
  }),
  newChannel("ntfy", {
    server: WebAddress.default("https://ntfy.sh"),
    topic: Topic,
    token: Token.nullable().default(null),
  }),
  newChannel("webhook", { url: WebAddress }),
] as const;

function newChannel<Kind extends string, Target extends z.ZodRawShape>(kind: Kind, target: Target) {
  return z.object({ kind: z.literal(kind), name: ChannelName, target: z.object(target) });
}

export const NewChannel = z.discriminatedUnion("kind", newChannels);
export type NewChannel = z.output<typeof NewChannel>;
export type ChannelKind = NewChannel["kind"];

/** Where a kind of channel delivers to. */
export type TargetOf<Kind extends ChannelKind> = Extract<NewChannel, { kind: Kind }>["target"];

/** The schema of a kind's target. */
export function targetSchema(kind: ChannelKind) {
  return newChannels.find(({ shape }) => shape.kind.value === kind)!.shape.target;
}

/** What can be changed; another target has to be verified again. */
export const ChannelChange = z.object({
  name: ChannelName.optional(),
  enabled: z.boolean().optional(),
  schedule: MailSchedule.optional(),
  target: z
    .union(newChannels.map(({ shape }) => shape.target))
    .optional()
    .meta({ description: "Target, in the form of the channel's kind" }),
});
export type ChannelChange = z.output<typeof ChannelChange>;

export const deliveryFailures = ["status", "timeout", "unreachable", "unreadable"] as const;

/** Why a delivery failed. */
export const DeliveryFailure = z
  .object({
    reason: z.enum(deliveryFailures).meta({
      description:
        "`status`: another status than 2xx; `timeout`: no response in time; `unreachable`: no connection, or a forbidden " +
        "address; `unreadable`: the stored target cannot be decrypted",
    }),
    status: z.number().int().nullable(),
  })
  .meta({ id: "DeliveryFailure" });
export type DeliveryFailure = z.output<typeof DeliveryFailure>;

/** A channel as its owner sees it. Secrets are masked. */
export const Channel = z
  .object({
    id: z.number().int(),
    kind: z.enum(newChannels.map(({ shape }) => shape.kind.value)),
    name: z.string(),
    target: z.string().nullable().meta({
      description: "Target, masked: `https://example.com/…`; `null` = the account's email address",
    }),
    schedule: MailSchedule.nullable().meta({ description: "For email channels" }),
    state: z.enum(channelStates),
    disabled_reason: z.enum(disabledReasons).nullable(),
    created_at: z.string(),
    verified_at: z.string().nullable(),
    failing_since: z.string().nullable(),
    last_failure: DeliveryFailure.extend({ at: z.string() }).nullable(),
    last_delivered_at: z.string().nullable(),
  })
  .meta({ id: "Channel" });
export type Channel = z.output<typeof Channel>;
