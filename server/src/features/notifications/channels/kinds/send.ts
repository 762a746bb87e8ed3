import type { DeliveryFailure } from "contract/notifications/channels/schema.ts";
import { fetchGuarded } from "../../../../platform/outgoing/fetch-guarded.ts";
import { type ChannelConfig, kindOf } from "../config.ts";
import type { ChannelMessage } from "../message.ts";
import type { Outcome, Outgoing, Request, SendingSite } from "./kind.ts";

const timeoutMs = 10_000;
const idleMs = 8_000;

/** Sends one message, once. Mail is queued instead. */
export async function send(site: SendingSite, config: ChannelConfig, message: Outgoing): Promise<Outcome> {
  const kind = kindOf(config);
  if (!kind.toRequest) throw new Error("Mail is queued, not sent");
  const { publicUrl, webhookAllowPrivate: allowPrivate } = site.env;
  const request = await kind.toRequest(config, withAbsoluteUrls(message, publicUrl), site);
  return post(request, { allowPrivate, goneStatuses: kind.goneStatuses });
}

/** Resolves the site's paths to absolute URLs. */
function withAbsoluteUrls<Message extends ChannelMessage>(message: Message, publicUrl: string): Message {
  const absolute = (url: string) => new URL(url, publicUrl).href;
  return {
    ...message,
    url: absolute(message.url),
    items: message.items.map((item) => ({ ...item, url: absolute(item.url) })),
  };
}

/**
 * Sends a request. Redirects are not followed, and the response's body is not read. `goneStatuses` report that the
 * target no longer exists.
 */
export async function post(
  { url, headers, body }: Request,
  { allowPrivate, goneStatuses }: { allowPrivate: boolean; goneStatuses: readonly number[] },
): Promise<Outcome> {
  try {
    const { status, cancel } = await fetchGuarded(url, {
      post: body,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      idleMs,
      maxBytes: 0,
      trusted: allowPrivate ? "address" : undefined,
    });
    cancel();
    if (status >= 200 && status < 300) return { failure: null };
    return { failure: { reason: "status", status }, gone: goneStatuses.includes(status) };
  } catch (error) {
    return { failure: { reason: reasonOf(error), status: null }, gone: false };
  }
}

/** Refused and unreachable addresses are the same: the difference would tell what a name means in the site's network. */
function reasonOf(error: unknown): DeliveryFailure["reason"] {
  const { name, code } = error as { name?: string; code?: string };
  return name === "TimeoutError" || code?.endsWith("_TIMEOUT") ? "timeout" : "unreachable";
}
