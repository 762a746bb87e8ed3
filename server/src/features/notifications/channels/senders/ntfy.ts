import type { ConfigOf } from "../config.ts";
import { cut, cutBytes, describeItem, maxListed, moreLine } from "./lines.ts";
import type { Outgoing, Request } from "./outgoing.ts";

const maxTitle = 250;
/** A longer message becomes an attachment. */
const maxMessageBytes = 4_000;

export function toNtfyRequest({ server, topic, token }: ConfigOf<"ntfy">, message: Outgoing): Request {
  const items = message.items.slice(0, maxListed);
  const lines = [
    message.text,
    ...items.map((item) => `${item.title}: ${describeItem(item)}`),
    moreLine(message.items, items.length),
  ];
  return {
    url: new URL("/", server).href,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({
      topic,
      title: cut(message.title, maxTitle),
      message: cutBytes(lines.filter((line) => line).join("\n"), maxMessageBytes),
      click: message.url,
    }),
  };
}
