import type { TargetOf } from "contract/notifications/channels/schema.ts";
import { escapeXml } from "../../../../platform/process/escape-xml.ts";
import type { Kind } from "./kind.ts";
import { cut, maxListed, moreLine } from "./lines.ts";

/** Together they stay below the 4,096 characters that a message may have. */
const [maxTitle, maxText, maxItemTitle, maxItemText] = [250, 1_000, 100, 150];

/** A chat, to which the operator's bot writes. */
export const telegram: Kind<TargetOf<"telegram">> = {
  targetOf: ({ chat }) => `https://api.telegram.org/${chat}`,
  mask: ({ chat }) => `Telegram, …${chat.slice(-2)}`,
  checkTarget: (_, env) =>
    telegram.isOffered!(env) ? undefined : { path: "target.chat", msg: "This site has no Telegram bot" },
  isOffered: (env) => env.telegramBotToken !== undefined,
  sharedHosts: ["api.telegram.org"],
  pace: { perTarget: { max: 1, windowMs: 1_000 }, perSite: { max: 30, windowMs: 1_000 } },
  toRequest: ({ chat }, { title, text, url, items, moreText }, { env }) => {
    const listed = items.slice(0, maxListed);
    const lines = [
      `<b>${toLink(url, cut(title, maxTitle))}</b>`,
      escapeXml(cut(text, maxText)),
      ...listed.map(
        (item) => `${toLink(item.url, cut(item.title, maxItemTitle))}  ${escapeXml(cut(item.text, maxItemText))}`,
      ),
      moreLine({ items, moreText }),
    ];
    return {
      url: `${env.telegramUrl}/bot${env.telegramBotToken}/sendMessage`,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        chat_id: chat,
        text: lines.filter((line) => line).join("\n"),
        parse_mode: "HTML",
        link_preview_options: { is_disabled: true },
      }),
    };
  },
  // the bot was blocked or removed
  goneStatuses: [403],
  readFailure(status, body) {
    const seconds = Number(/"retry_after":\s?(\d{1,9})\b/.exec(body)?.[1] ?? 0);
    return {
      gone: status === 403 || (status === 400 && body.includes("chat not found")),
      retryAfterMs: status === 429 ? seconds * 1_000 : undefined,
    };
  },
};

function toLink(url: string, text: string): string {
  return `<a href="${escapeXml(url)}">${escapeXml(text)}</a>`;
}
