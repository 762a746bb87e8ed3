import type { Insight } from "contract/games/schema.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BestPrice } from "../../prices/best-price.tsx";
import { YouSave } from "./best-price-box.tsx";
import InsightSection, { type InsightGame } from "./insight-section.tsx";

const textOf = (element: React.ReactElement) =>
  renderToStaticMarkup(element)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

test.each([
  [10.49, 39.99, 74],
  [10, 39.99, 75],
  [20.01, 60, 67],
  [14.99, 59.99, 75],
  [15.49, 59.99, 74],
  [0.99, 9.99, 90],
  [1.09, 9.99, 89],
  [9.95, 10, 1],
  [4.95, 10, 51],
  [0, 10, 100],
])("the discount and what is saved, %d instead of %d, have the same percentage", (price, steam, percent) => {
  const game = { best_price: price, steam_price: steam, savings_percentage: percent, currency: "USD" };
  const compared = { ...game, best_store: "gog", reference_price: steam, reference_store: "steam", cut: percent };
  expect(textOf(<BestPrice game={compared} />)).toContain(`−${percent}%`);
  expect(textOf(<YouSave game={game} />)).toContain(`(${percent}%)`);
});

const insight: Insight = {
  ...{ kind: "official", cheaper_share: 0.1, on_sale_share: 0.2, usual_cut: 50, verdict: "good", confidence: "high" },
  ...{ sales_per_year: 4, usual_sale_days: 7, days: 730, lows: [] },
};

const game: InsightGame = {
  ...{ insight, best_price: 10, best_store: "steam", best_official_price: 10, best_official_store: "steam" },
  ...{ sale_ends_at: null, next_sale: null, bundles: [], subscriptions: [] },
};
const nextSale = { store: "steam", usual_cut: 75, based_on: 8 };
const within = (days30: number, days60: number, days90: number) => ({
  next_sale: { ...nextSale, within_30_days: days30, within_60_days: days60, within_90_days: days90 },
});

test.each<[string, Partial<InsightGame>, string | null]>([
  ["soon", within(0.9, 0.95, 0.95), "Usually −75% at Steam. 9 of 10 times the next sale starts within a month."],
  [
    "nearly sure",
    within(0.95, 0.95, 0.95),
    "Usually −75% at Steam. Almost always the next sale starts within a month.",
  ],
  ["later", within(0.5, 0.7, 0.9), "7 of 10 times the next sale starts within 2 months."],
  ["unlikely", within(0.2, 0.2, 0.2), "2 of 10 times the next sale starts within 3 months."],
  ["unknown", {}, null],
])("the next sale in words: %s", (_, change, sentence) => {
  const text = textOf(<InsightSection game={{ ...game, ...change }} />);
  if (sentence === null) expect(text).not.toContain("next sale");
  else expect(text).toContain(`${sentence} From 8 sales of the game there`);
});

test("bundles and subscriptions that have the game are named", () => {
  const bundle = { id: 3, title: "Noir", store: "steam", from_price: 12, currency: "USD", games: 8, ends_at: null };
  const plan = { plan: "game-pass", name: "Game Pass", until: null, leaving_on: "2026-11-30", likely_until: null };
  const text = textOf(<InsightSection game={{ ...game, bundles: [bundle], subscriptions: [plan] }} />);
  expect(text).toContain("also in the bundle Noir, from $12.00.");
  expect(text).toContain("Subscribers of Game Pass have it already.");
  expect(text).toContain("It leaves Game Pass on Nov 30, 2026.");
});

test("with too little history, the reason is stated once, and no statistics", () => {
  const text = textOf(<InsightSection game={{ ...game, insight: { ...insight, verdict: null, days: 20 } }} />);
  expect(text).toContain("Not enough history yet.");
  expect(text.split("Frequency and length of sales").length).toBe(2);
  expect(text).not.toContain("Usual length");
  expect(text).not.toContain("confident");
});

test("the paragraph says how far its verdict can be trusted", () => {
  const textWith = (confidence: Insight["confidence"]) =>
    textOf(<InsightSection game={{ ...game, insight: { ...insight, confidence } }} />);
  expect(textWith("high")).toContain("We&#x27;re confident about this. A whole year of prices");
  expect(textWith("medium")).toContain("We&#x27;re only fairly confident about this. There is less than a year");
});

test("the end of a sale is a sentence of the paragraph", () => {
  const text = textOf(<InsightSection game={{ ...game, sale_ends_at: "2099-11-01T12:00:00.000Z" }} />);
  expect(text).toContain("Ends Nov 1, 2099. Steam states when its sale ends.");
});

test("an official price is stated apart when a key shop is cheaper", () => {
  const cheaper = { best_price: 6, best_store: "cdkeys", insight: { ...insight, kind: "keyshop" as const } };
  const text = textOf(<InsightSection game={{ ...game, ...cheaper }} />);
  expect(text).toContain("At official stores it costs $10.00, at Steam. Key shops resell keys bought elsewhere.");
  expect(textOf(<InsightSection game={game} />)).not.toContain("At official stores");
});

test.each<[string, Partial<Insight>, string[]]>([
  ["days", { usual_sale_days: 1 }, ["Usual length 1 day "]],
  ["days", { usual_sale_days: 2 }, ["Usual length 2 days "]],
  ["months", { sales_per_year: 6 }, ["About every 2 months"]],
  ["months", { sales_per_year: 12 }, ["About every month"]],
  ["months", { sales_per_year: 0.5 }, ["About every 24 months"]],
  ["weeks", { sales_per_year: 26 }, ["About every 2 weeks"]],
  ["weeks", { sales_per_year: 52 }, ["About every week "]],
  ["known days", { verdict: null, days: 1 }, ["So far: 1 day."]],
  ["known days", { verdict: null, days: 0 }, ["So far: 0 days."]],
  ["known days", { verdict: null, days: 20 }, ["So far: 20 days."]],
])("how often and how long a game is on sale has the plural of %s: %j", (_, change, sentences) => {
  const text = textOf(<InsightSection game={{ ...game, insight: { ...insight, ...change } }} />);
  for (const sentence of sentences) expect(text).toContain(sentence);
});
