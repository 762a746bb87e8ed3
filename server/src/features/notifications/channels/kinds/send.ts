import type { DeliveryFailure } from "contract/notifications/channels/schema.ts";
import { fetchGuarded, type GuardedResponse } from "../../../../platform/outgoing/fetch-guarded.ts";
import { type ChannelConfig, kindOf } from "../config.ts";
import type { ChannelMessage } from "../message.ts";
import type { Kind, Outcome, Outgoing, Request, SendingSite } from "./kind.ts";

const timeoutMs = 10_000;
const idleMs = 8_000;
const maxResponseBytes = 4_096;
const maxRetryAfterMs = 3_600_000;

/** Sends one message, once. Mail is queued instead. */
export async function send(site: SendingSite, config: ChannelConfig, message: Outgoing): Promise<Outcome> {
  const kind = kindOf(config);
  if (!kind.toRequest) throw new Error("Mail is queued, not sent");
  const { publicUrl, webhookAllowPrivate: allowPrivate } = site.env;
  const request = await kind.toRequest(config, withAbsoluteUrls(message, publicUrl), site);
  return post(request, { allowPrivate, goneStatuses: kind.goneStatuses, readFailure: kind.readFailure });
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

interface PostOptions extends Pick<Kind<never>, "goneStatuses" | "readFailure"> {
  allowPrivate: boolean;
}

/** Sends a request. Redirects are not followed, and the body of a response is not read without `readFailure`. */
export async function post(
  { url, headers, body }: Request,
  { allowPrivate, goneStatuses, readFailure }: PostOptions,
): Promise<Outcome> {
  try {
    const response = await fetchGuarded(url, {
      post: body,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      idleMs,
      maxBytes: readFailure ? maxResponseBytes : 0,
      trusted: allowPrivate ? "address" : undefined,
    });
    const { status, cancel } = response;
    if (status >= 200 && status < 300) {
      cancel();
      return { failure: null };
    }
    const { gone, retryAfterMs } = readFailure?.(status, await readText(response)) ?? {};
    cancel();
    return {
      failure: { reason: "status", status },
      gone: gone ?? goneStatuses.includes(status),
      ...(retryAfterMs && { retryAfterMs: Math.min(retryAfterMs, maxRetryAfterMs) }),
    };
  } catch (error) {
    return { failure: { reason: reasonOf(error), status: null }, gone: false };
  }
}

/** The body, or nothing when it is too large or ends early. */
async function readText({ body }: GuardedResponse): Promise<string> {
  try {
    return Buffer.concat(await Array.fromAsync(body)).toString("utf8");
  } catch {
    return "";
  }
}

/** Refused and unreachable addresses are the same: the difference would tell what a name means in the site's network. */
function reasonOf(error: unknown): DeliveryFailure["reason"] {
  const { name, code } = error as { name?: string; code?: string };
  return name === "TimeoutError" || code?.endsWith("_TIMEOUT") ? "timeout" : "unreachable";
}
