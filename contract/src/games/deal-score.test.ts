import { expect, test } from "vitest";
import { dealParts, dealScore, dealWeights, type ScoredDeal } from "./deal-score.ts";

const now = Date.parse("2026-11-23T12:00:00Z");
const dayMs = 24 * 60 * 60 * 1000;
const deal: ScoredDeal = {
  best: 1_000,
  cut: 50,
  low: 1_000,
  rating: 9,
  players: 0,
  reviews: null,
  historySince: now - 100 * dayMs,
};

test("half off at the low with a rating of 9 and no players scores 65.5", () => {
  expect(dealScore(deal, now)).toBe(45 / 2 + 25 + 18);
});

test.each<[string, Partial<ScoredDeal>, number]>([
  ["a giveaway counts as the whole discount and at the low", { best: 0, cut: 0 }, 45 + 25 + 18],
  ["twice the low is half as near to it", { low: 500 }, 22.5 + 12.5 + 18],
  ["a price below the low recorded before is at the low", { low: 1_500 }, 22.5 + 25 + 18],
  ["without a discount only the low, rating and players count", { cut: 0 }, 25 + 18],
  ["without a low, a rating and players only the discount counts", { low: null, rating: null, players: null }, 22.5],
  ["100,000 players are as popular as it gets", { players: 100_000 }, 65.5 + 10],
  ["more players add nothing", { players: 2_000_000 }, 65.5 + 10],
  ["100 reviews count as much as a player", { players: 0, reviews: 10_000_000 }, 65.5 + 10],
])("%s", (_, part, score) => {
  expect(dealScore({ ...deal, ...part }, now)).toBe(score);
});

test("there is no score with less than two weeks of history", () => {
  expect(dealScore({ ...deal, historySince: now - 14 * dayMs }, now)).toBe(65.5);
  expect(dealScore({ ...deal, historySince: now - 14 * dayMs + 1 }, now)).toBeNull();
  expect(dealScore({ ...deal, historySince: null }, now)).toBeNull();
});

test("the weights add up to 100 and no part exceeds 1", () => {
  expect(Object.values(dealWeights).reduce<number>((sum, weight) => sum + weight, 0)).toBe(100);
  const best = dealParts({ ...deal, best: 0, rating: 10, players: 5_000_000, reviews: 9_000_000 });
  expect(best).toEqual({ discount: 1, low: 1, rating: 1, popularity: 1 });
});
