import { basePathOf } from "contract/core/base-path.ts";
import { formatPrice } from "contract/core/money.ts";
import { embedCode, embedSize } from "contract/games/embed.ts";
import { lowBadge } from "contract/games/rules.ts";
import type { Game } from "contract/games/schema.ts";
import { shownImageUrl, socialImageUrl } from "contract/images/variants.ts";
import { escapeXml } from "../../platform/process/escape-xml.ts";
import { addressOf, type FeedContext } from "./present.ts";

/** Where something is embedded. */
export interface EmbedContext extends FeedContext {
  siteName: string;
  direction: "ltr" | "rtl";
}

/** The narrowest frame, in CSS pixels. */
export const smallestWidth = 260;

/** The texts of a game's prices; `null` = left out. */
interface EmbedFacts {
  title: string;
  best: string;
  official: string | null;
  low: string | null;
}

function toFacts(game: Game, context: EmbedContext): EmbedFacts {
  const { best_price: best, best_store: store, best_official_price: official } = game;
  const { best_official_store: officialStore, historical_low: low } = game;
  const { text } = context;
  const badge = lowBadge(game);
  const isKeyShop = official !== null && officialStore !== store;
  return {
    title: game.localized_title ?? game.title,
    best:
      best === null || store === null
        ? text("embed.no_price")
        : text("embed.best", { price: amountOf(best, context), store: context.storeName(store) }),
    official: isKeyShop ? text("game.official_from", { price: amountOf(official, context) }) : null,
    low: badge
      ? text(`picture.${badge}`)
      : low === null
        ? null
        : text("picture.low", { price: amountOf(low, context) }),
  };
}

function amountOf(amount: number, context: EmbedContext): string {
  return amount === 0 ? context.text("price.free") : formatPrice(amount, context.money);
}

/** The colours of the website (`web/src/ui/tokens.css`). */
export const embedStyle = [
  ":root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif; " +
    "color: light-dark(#15181a, #eef0f1); background: light-dark(#fff, #15181b) }",
  "body { margin: 0 }",
  "a { display: flex; gap: 14px; height: 132px; box-sizing: border-box; padding: 12px; overflow: hidden; " +
    "color: inherit; text-decoration: none; border: 1px solid light-dark(#d5d9d6, #33393e); border-radius: 12px }",
  "a:focus-visible { outline: 3px solid light-dark(#4d7300, #c4ee45); outline-offset: -3px }",
  "img { flex: none; width: 71px; height: 106px; object-fit: cover; border-radius: 6px }",
  "div { min-width: 0; display: grid; align-content: center; gap: 2px }",
  "p, h1 { margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }",
  "h1 { font-size: 17px }",
  ".best { font-weight: 700 }",
  ".muted { font-size: 13px; color: light-dark(#565d62, #a0a8af) }",
  // in a narrow frame the texts need all of it
  "@media (width < 360px) { img { display: none } }",
].join("\n");

/** A page without scripts for a frame on another site. */
export function embedPage(game: Game, context: EmbedContext): string {
  const { title, best, official, low } = toFacts(game, context);
  const { language, direction, siteName } = context;
  const address = addressOf(`/games/${game.id}`, context);
  const art = { gameId: game.id, variant: "portrait", version: game.picture_version, language: language.tag } as const;
  const picture = basePathOf(context.publicUrl) + shownImageUrl(art, 200);
  const line = (text: string | null, name: string) =>
    text === null ? "" : `<p class="${name}">${escapeXml(text)}</p>`;
  return `<!doctype html>
<html lang="${language.tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeXml(`${title} – ${siteName}`)}</title>
<link rel="canonical" href="${escapeXml(address)}">
<style>${embedStyle}</style>
</head>
<body>
<main>
<a href="${escapeXml(address)}" target="_blank" rel="noopener">
<img src="${escapeXml(picture)}" alt="" width="71" height="106">
<div>
<h1>${escapeXml(title)}</h1>
${line(best, "best")}
${line(official, "muted")}
${line(low, "muted")}
${line(context.text("embed.compare"), "muted")}
</div>
</a>
</main>
</body>
</html>
`;
}

/** A badge of two parts, "lowest" and the best price, 20 pixels high. */
export function badge(game: Game, context: EmbedContext): string {
  const { best_price: best } = game;
  const label = context.text("embed.badge");
  const value = best === null ? context.text("embed.no_price") : amountOf(best, context);
  const [left, right] = [label, value].map((part) => Math.ceil(widthOf(part)) + 14) as [number, number];
  const name = escapeXml(`${game.localized_title ?? game.title}: ${label} ${value}`);
  const part = (shown: string, x: number, fill: string) =>
    `<text x="${x}" y="14" fill="${fill}" text-anchor="middle">${escapeXml(shown)}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}">` +
    `<title>${name}</title>` +
    `<clipPath id="r"><rect width="${left + right}" height="20" rx="4"/></clipPath>` +
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#30363b"/>` +
    `<rect x="${left}" width="${right}" height="20" fill="#c4ee45"/></g>` +
    `<g font-family="system-ui,sans-serif" font-size="12">${part(label, left / 2, "#fff")}` +
    `${part(value, left + right / 2, "#141a02")}</g></svg>\n`
  );
}

/** About how wide the text is in the system's typeface at 12 pixels; East Asian letters are square. */
function widthOf(text: string): number {
  return [...text].reduce((width, letter) => width + (letter >= "\u2e80" ? 12 : 6.9), 0);
}

/** How a consumer wants the frame, in CSS pixels. */
export interface FrameSize {
  maxWidth?: number | undefined;
  maxHeight?: number | undefined;
}

/** The oEmbed response for a game's page (oembed.com, type `rich`). */
export function oembed(
  game: Game,
  context: EmbedContext,
  { country, maxWidth, maxHeight }: FrameSize & { country: string | undefined },
) {
  const { title } = toFacts(game, context);
  const width = Math.min(embedSize.width, maxWidth ?? embedSize.width);
  const height = Math.min(embedSize.height, maxHeight ?? embedSize.height);
  return {
    version: "1.0",
    type: "rich",
    title,
    provider_name: context.siteName,
    provider_url: context.publicUrl,
    cache_age: 3_600,
    html: embedCode({
      gameId: game.id,
      title,
      publicUrl: context.publicUrl,
      country,
      language: context.language.tag,
      width,
      height,
    }),
    width,
    height,
    thumbnail_url: context.publicUrl + socialImageUrl(game.id, country, context.language.tag),
    thumbnail_width: 1_200,
    thumbnail_height: 630,
  };
}
