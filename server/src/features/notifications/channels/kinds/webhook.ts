import { createHmac, randomBytes } from "node:crypto";
import type { TargetOf } from "contract/notifications/channels/schema.ts";
import { checkAddress, type Kind, type Outgoing, type Request } from "./kind.ts";

const prefix = "whsec_";

interface WebhookConfig extends TargetOf<"webhook"> {
  secret: string;
}

/** Signed JSON to any address. The secret has the form of Standard Webhooks. */
export const webhook: Kind<WebhookConfig> = {
  targetOf: ({ url }) => url,
  mask: ({ url }) => `${new URL(url).host}/…`,
  checkTarget: ({ url }, env) => checkAddress("target.url", url, env),
  createSecret: () => prefix + randomBytes(32).toString("base64"),
  sharedHosts: [],
  toRequest: (config, message, { now }) => toRequest(config, message, now()),
  goneStatuses: [410],
};

/** Signed as in Standard Webhooks: HMAC-SHA256 of id, time and body (spec/notifications 3.3). */
function toRequest({ url, secret }: WebhookConfig, message: Outgoing, now: Date): Request {
  const body = JSON.stringify(toBody(message));
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${message.id}.${timestamp}.${body}`).digest("base64");
  return {
    url,
    headers: {
      "content-type": "application/json",
      "webhook-id": message.id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature}`,
    },
    body,
  };
}

function toBody({ type, id, at, title, text, url, items, code }: Outgoing): object {
  return {
    type,
    id,
    at: at.toISOString(),
    title,
    text,
    url,
    items: items.map((item) => ({
      game_id: item.gameId,
      title: item.title,
      url: item.url,
      store: item.store,
      price: item.price,
      old_price: item.oldPrice,
      currency: item.currency,
      reason: item.reason,
      ...(item.plan !== undefined && { plan: item.plan, leaves_on: item.leavesOn }),
      ...(item.bundleId !== undefined && { bundle_id: item.bundleId }),
    })),
    ...(code && { code }),
  };
}
