import type { TargetOf } from "contract/notifications/channels/schema.ts";
import { checkAddress, type Kind, type Outgoing, type Request } from "./kind.ts";
import { cut, cutBytes, maxListed, moreLine } from "./lines.ts";

const maxTitle = 250;
/** A longer message becomes an attachment. */
const maxMessageBytes = 4_000;

/** A topic of an ntfy server, whose address has no path. */
export const ntfy: Kind<TargetOf<"ntfy">> = {
  targetOf: ({ server, topic }) => `${server}/${topic}`,
  mask: ({ server, topic }) => `${new URL(server).host}/${topic.slice(0, 2)}…`,
  checkTarget({ server }, env) {
    const path = "target.server";
    const problem = checkAddress(path, server, env);
    if (problem || new URL(server).pathname === "/") return problem;
    return { path, msg: "The address of the server must not have a path" };
  },
  sharedHosts: ["ntfy.sh"],
  toRequest,
  goneStatuses: [],
};

function toRequest({ server, topic, token }: TargetOf<"ntfy">, message: Outgoing): Request {
  const items = message.items.slice(0, maxListed);
  const lines = [message.text, ...items.map((item) => `${item.title}: ${item.text}`), moreLine(message)];
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
