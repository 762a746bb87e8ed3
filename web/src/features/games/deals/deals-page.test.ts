import type { DealSection } from "contract/games/deals.ts";
import { expect, test } from "vitest";
import { dealReason } from "./deals-page.tsx";
import type { ShownDeal } from "./top-deals-query.ts";

const plain: ShownDeal = {
  id: 1,
  title: "Portal",
  picture_version: null,
  best_price: 10,
  best_store: "gog",
  best_official_price: 10,
  genre: null,
  rating: null,
  tags: null,
  player_count: null,
  metacritic_score: null,
  bundle: null,
  reference_price: null,
  reference_store: null,
  cut: 0,
  lowest_ever: false,
  low_kind: null,
  ties_low: false,
  sale_ends_at: null,
  historical_low: 5,
  previous_low: null,
  previous_price: null,
  score: null,
};

test.each<[string, DealSection, Partial<ShownDeal>, object | null]>([
  [
    "below its previous low",
    "best",
    { lowest_ever: true, historical_low: 10, previous_low: 12.5 },
    { key: "deals.reason.below_low", percent: 20 },
  ],
  [
    "at its low again",
    "best",
    { lowest_ever: true, historical_low: 10, previous_low: 10 },
    { key: "deals.reason.at_low" },
  ],
  [
    "close to its low",
    "cuts",
    { historical_low: 9.5, cut: 50, reference_price: 20, reference_store: "gog" },
    { key: "deals.reason.near_low", percent: 5 },
  ],
  [
    "below its regular price",
    "cuts",
    { cut: 50, reference_price: 20, reference_store: "gog" },
    { key: "deals.reason.below_regular", amount: 10 },
  ],
  [
    "below Steam's price",
    "best",
    { cut: 33, reference_price: 15, reference_store: "steam" },
    { key: "deals.reason.below_steam", amount: 5 },
  ],
  [
    "cheaper than before",
    "dropped",
    { previous_price: 40, lowest_ever: true, historical_low: 10 },
    { key: "deals.reason.dropped", percent: 75 },
  ],
  ["nothing special", "best", {}, null],
  ["not sold any more", "best", { best_price: null, cut: 50, reference_price: 20 }, null],
])("the reason for a game: %s", (_, section, fields, expected) =>
  expect(dealReason({ ...plain, ...fields }, section)).toEqual(expected),
);
