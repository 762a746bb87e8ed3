import type { PriceAlert } from "contract/notifications/alert-api.ts";
import { expect, test } from "vitest";
import { withAlert } from "./queries.ts";

const alertOf = (gameId: number, target: number | null = null) =>
  ({ id: gameId * 10, game_id: gameId, target_price: target }) as PriceAlert;
const cached = [alertOf(3), alertOf(1)];

test.each([
  ["a new one comes first", 2, alertOf(2), [alertOf(2), alertOf(3), alertOf(1)]],
  ["a changed one keeps its place", 1, alertOf(1, 5), [alertOf(3), alertOf(1, 5)]],
  ["a removed one is gone", 3, null, [alertOf(1)]],
  ["removing a missing one changes nothing", 7, null, cached],
])("%s", (_, gameId, alert, expected) => expect(withAlert(cached, gameId, alert)).toEqual(expected));
