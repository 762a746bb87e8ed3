import type { DeliveryFailure } from "contract/notifications/channels/schema.ts";
import type { ChannelMessage } from "../message.ts";

/** A message as it is sent. */
export interface Outgoing extends ChannelMessage {
  type: "notification" | "test" | "verification";
  /** What its owner enters to verify the channel. */
  code: string | null;
}

/** A POST to the target. */
export interface Request {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** `gone`: the target reports that it no longer exists. */
export type Outcome = { failure: null } | { failure: DeliveryFailure; gone: boolean };

/** Resolves the site's paths to absolute URLs. */
export function withAbsoluteUrls<Message extends ChannelMessage>(message: Message, publicUrl: string): Message {
  const absolute = (url: string) => new URL(url, publicUrl).href;
  return {
    ...message,
    url: absolute(message.url),
    items: message.items.map((item) => ({ ...item, url: absolute(item.url) })),
  };
}
