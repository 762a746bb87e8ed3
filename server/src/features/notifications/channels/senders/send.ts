import type { ChannelConfig } from "../config.ts";
import type { ChannelDeps } from "../deps.ts";
import { vapidKeys } from "../vapid.ts";
import { toDiscordRequest } from "./discord.ts";
import { toNtfyRequest } from "./ntfy.ts";
import { type Outcome, type Outgoing, type Request, withAbsoluteUrls } from "./outgoing.ts";
import { post } from "./post.ts";
import { toPushRequest } from "./push.ts";
import { toWebhookRequest } from "./webhook.ts";

export type SentConfig = Exclude<ChannelConfig, { kind: "mail" }>;

/** Statuses that report a target as gone: an expired subscription, a deleted webhook. */
const goneStatuses = { push: [404, 410], discord: [404], ntfy: [], webhook: [410] } as const;

/** Sends one message, once. */
export async function send(
  { env, secretKey, now }: Pick<ChannelDeps, "env" | "secretKey" | "now">,
  config: SentConfig,
  message: Outgoing,
): Promise<Outcome> {
  const request = await toRequest(config, withAbsoluteUrls(message, env.publicUrl));
  return post(request, { allowPrivate: env.webhookAllowPrivate, goneStatuses: goneStatuses[config.kind] });

  async function toRequest(config: SentConfig, message: Outgoing): Promise<Request> {
    switch (config.kind) {
      case "push":
        return toPushRequest(config, message, { vapid: vapidKeys(secretKey), publicUrl: env.publicUrl });
      case "discord":
        return toDiscordRequest(config, message, env.discordUrl);
      case "ntfy":
        return toNtfyRequest(config, message);
      case "webhook":
        return toWebhookRequest(config, message, now());
    }
  }
}
