import { z } from "zod";
import { endpoint } from "../../core/endpoint.ts";
import { Id } from "../../core/parameters.ts";
import { Channel, ChannelChange, DeliveryFailure, NewChannel } from "./schema.ts";

const byId = z.object({ id: Id });

/** The channel, and the result of a message sent to it immediately. */
const sent = {
  channel: Channel,
  failure: DeliveryFailure.nullable().meta({ description: "Why the message did not arrive; `null` = it did" }),
};

export const channelEndpoints = {
  listChannels: endpoint("GET /api/channels", {
    summary: "The caller's channels, the oldest first",
    access: "user",
    response: z.object({ channels: z.array(Channel) }),
  }),
  addChannel: endpoint("POST /api/channels", {
    summary: "Adds a channel and sends a code there, which `verify` expects; the account's own address needs none",
    access: "user",
    body: NewChannel,
    response: z.object({
      ...sent,
      secret: z
        .string()
        .nullable()
        .meta({ description: "Of a webhook: what its messages are signed with; shown once" }),
    }),
    status: 201,
    errors: ["conflict"],
  }),
  pushKey: endpoint("GET /api/channels/push-key", {
    summary: "The key that browsers subscribe to push messages with (VAPID, RFC 8292)",
    access: "user",
    response: z.object({ key: z.string() }),
  }),
  updateChannel: endpoint("PUT /api/channels/{id}", {
    summary: "Changes, disables or enables a channel; a new target gets a code and has to be verified",
    access: "user",
    params: byId,
    body: ChannelChange,
    response: z.object(sent),
    errors: ["not_found"],
  }),
  removeChannel: endpoint("DELETE /api/channels/{id}", {
    summary: "Removes a channel; also when it was not there",
    access: "user",
    params: byId,
  }),
  verifyChannel: endpoint("POST /api/channels/{id}/verify", {
    summary: "Verifies a channel with the code that was sent there; a code lives an hour and five attempts",
    access: "user",
    params: byId,
    body: z.object({ code: z.string().trim().max(20) }),
    response: z.object({ channel: Channel }),
    errors: ["not_found"],
  }),
  testChannel: endpoint("POST /api/channels/{id}/test", {
    summary: "Sends a test message, or another code while the channel is not verified",
    access: "user",
    params: byId,
    response: z.object(sent),
    errors: ["not_found", "conflict"],
  }),
};
