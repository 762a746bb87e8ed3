import type { TargetOf } from "contract/notifications/channels/schema.ts";
import type { Kind, Outgoing, Request } from "./kind.ts";
import { cut, maxListed, moreLine } from "./lines.ts";

/** Discord's limits, in characters. */
const maxTitle = 256;
const maxDescription = 4_096;

/** A webhook of a channel at discord.com. */
export const discord: Kind<TargetOf<"discord">> = {
  targetOf: ({ url }) => url,
  mask: ({ url }) => `${new URL(url).host}/…`,
  sharedHosts: ["discord.com"],
  toRequest: ({ url }, message, { env }) => toRequest(url, message, env.discordUrl),
  goneStatuses: [404],
};

/** One embed that mentions no one. `origin` replaces Discord's. */
function toRequest(url: string, message: Outgoing, origin: string): Request {
  const items = message.items.slice(0, maxListed);
  const lines = [
    escapeMarkdown(message.text),
    ...items.map((item) => `[${escapeMarkdown(item.title)}](${item.url})  ${escapeMarkdown(item.text)}`),
    moreLine(message),
  ];
  return {
    url: new URL(new URL(url).pathname, origin).href,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      embeds: [
        {
          title: cut(message.title, maxTitle),
          url: message.url,
          description: cut(lines.filter((line) => line).join("\n"), maxDescription),
          timestamp: message.at.toISOString(),
        },
      ],
      allowed_mentions: { parse: [] },
    }),
  };
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<@-]/g, "\\$&");
}
