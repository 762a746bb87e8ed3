import { z } from "zod";
import { endpoint } from "../../core/endpoint.ts";
import { Id } from "../../core/parameters.ts";
import { Channel, ChannelChange, DeliveryFailure, NewChannel } from "./schema.ts";

const byId = z.object({ id: Id });

/** The channel, and the result of a message sent to it immediately. */
const sent = {
  channel: Channel,
  failure: DeliveryFailure.nullable().meta({
    description: "Reason why the message was not delivered; `null` = delivered",
  }),
};

export const channelEndpoints = {
  listChannels: endpoint("GET /api/channels", {
    summary: "List the caller's notification channels, oldest first",
    access: "user",
    response: z.object({
      channels: z.array(Channel),
      kinds: z.array(Channel.shape.kind).meta({ description: "Kinds of channels that this site offers" }),
    }),
  }),
  addChannel: endpoint("POST /api/channels", {
    summary: "Add a notification channel and send a verification code to it; the account's own address needs none",
    access: "user",
    body: NewChannel,
    response: z.object({
      ...sent,
      secret: z.string().nullable().meta({ description: "For a webhook: the signing secret; returned only here" }),
    }),
    status: 201,
    errors: ["conflict"],
  }),
  pushKey: endpoint("GET /api/channels/push-key", {
    summary: "Get the public key for push subscriptions (VAPID, RFC 8292)",
    access: "user",
    response: z.object({ key: z.string() }),
  }),
  updateChannel: endpoint("PUT /api/channels/{id}", {
    summary: "Update, enable or disable a channel; a new target must be verified with a code sent to it",
    access: "user",
    params: byId,
    body: ChannelChange,
    response: z.object(sent),
    errors: ["not_found"],
  }),
  removeChannel: endpoint("DELETE /api/channels/{id}", {
    summary: "Delete a channel; succeeds if it does not exist",
    access: "user",
    params: byId,
  }),
  verifyChannel: endpoint("POST /api/channels/{id}/verify", {
    summary: "Verify a channel with the code sent to it; a code allows five attempts within an hour",
    access: "user",
    params: byId,
    body: z.object({ code: z.string().trim().max(20) }),
    response: z.object({ channel: Channel }),
    errors: ["not_found"],
  }),
  testChannel: endpoint("POST /api/channels/{id}/test", {
    summary: "Send a test message, or another code while the channel is unverified",
    access: "user",
    params: byId,
    response: z.object(sent),
    errors: ["not_found", "conflict"],
  }),
};
