import type { DeliveryFailure } from "contract/notifications/channels/schema.ts";
import type { ChannelMessage } from "../message.ts";

/** A message as it leaves. */
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

/** The whole addresses of paths of the site. */
export function withWholeUrls<Message extends ChannelMessage>(message: Message, publicUrl: string): Message {
  const whole = (url: string) => new URL(url, publicUrl).href;
  return {
    ...message,
    url: whole(message.url),
    items: message.items.map((item) => ({ ...item, url: whole(item.url) })),
  };
}
