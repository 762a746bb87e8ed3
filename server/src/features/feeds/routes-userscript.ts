import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { countryOf, requestedLanguage } from "../../platform/http/country.ts";
import { type FeedSite, feedContext, languageIn } from "./present.ts";

export interface UserscriptOptions extends FeedSite {
  /** Counts a script that is not cached for an address. Throws `rate_limited`. */
  countMiss(address: string): void;
}

/** Managers of userscripts install a script again when this increases: with every change of `userscript.js`. */
const scriptVersion = "1.0.0";

/** The pages on which the script runs. Epic's shop changes its address without loading a page. */
const pages = [
  "https://store.steampowered.com/app/*",
  "https://store.steampowered.com/agecheck/app/*",
  "https://www.gog.com/*",
  "https://store.epicgames.com/*",
];

/**
 * Mounts `GET /lootwise.user.js?country=&language=`, which shows this site's prices on the pages of Steam, GOG and Epic
 * (spec/embeds 3).
 */
export function userscriptRoutes(app: FastifyInstance, options: UserscriptOptions): void {
  const { publicUrl, countMiss } = options;
  const { responses } = app.calls;
  const script = readFileSync(new URL("./userscript.js", import.meta.url), "utf8");

  app.get("/lootwise.user.js", async (request, reply) => {
    const country = countryOf(request.query as object);
    const asked = requestedLanguage(request.query as object);
    const language = languageIn(options, asked);
    const address = new URL(`${publicUrl}/lootwise.user.js`);
    if (country !== undefined) address.searchParams.set("country", country);
    if (asked === language) address.searchParams.set("language", language);
    const response = await responses.respond(address.href, () => {
      countMiss(request.ip);
      return { contentType: "text/javascript; charset=utf-8", body: write(country, language, address.href) };
    });
    return responses.send(request, reply, response);
  });

  function write(country: string | undefined, tag: string, address: string): string {
    const { market, money, text } = feedContext(options, { country, language: tag });
    const name = options.siteName();
    const site = {
      address: publicUrl,
      name,
      country: country === undefined ? null : market.country,
      locale: money.locale,
      stores: Object.fromEntries(options.listStores().map((store) => [store.key, store.name])),
      texts: {
        best: text("embed.best"),
        official: text("game.official_from"),
        low: text("picture.low"),
        noPrice: text("embed.no_price"),
        compare: text("embed.compare"),
        free: text("price.free"),
        verdicts: Object.fromEntries(
          (["great", "good", "fair", "wait"] as const).map((verdict) => [verdict, text(`game.verdict.${verdict}`)]),
        ),
      },
    };
    const facts: [string, string][] = [
      ["name", `${name}: prices on store pages`],
      ["namespace", publicUrl],
      ["version", scriptVersion],
      ["description", "Shows the best price, the historical low and whether to buy"],
      ...pages.map((page): [string, string] => ["match", page]),
      ["connect", new URL(publicUrl).hostname],
      ["grant", "GM_xmlhttpRequest"],
      ["run-at", "document-idle"],
      ["noframes", ""],
      ["updateURL", address],
      ["downloadURL", address],
    ];
    const header = facts.map(([key, value]) => `// @${key.padEnd(12)} ${oneLine(value)}`.trimEnd());
    return [
      "// ==UserScript==",
      ...header,
      "// ==/UserScript==",
      '"use strict";',
      `const site = ${JSON.stringify(site)};`,
      script,
    ].join("\n");
  }
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ");
