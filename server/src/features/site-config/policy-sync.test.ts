import { readSettings } from "contract/site-config/rules.ts";
import { expect, test } from "vitest";
import { parseEnv } from "../../platform/process/env.ts";
import { chooseSync } from "./policy-sync.ts";

test.each([
  [{}, "", "none", false],
  [{}, "starter", "starter", true],
  [{}, "gog", "gog", true],
  [{}, "none", "none", false],
  [{}, "steam", "none", false],
  [{ CATALOGUE_SYNC: "on" }, "", "starter", false],
  [{ CATALOGUE_SYNC: "on", PRICE_SYNC: "on" }, "gog", "gog", true],
  [{ CATALOGUE_SYNC: "on", PRICE_SYNC: "on" }, "none", "none", true],
  [{ CATALOGUE_SYNC: "off" }, "starter", "none", true],
  [{ PRICE_SYNC: "off" }, "starter", "starter", false],
  [{ PRICE_SYNC: "on" }, "", "none", true],
])("%o with the choice '%s' reads the games %s; prices: %s", (variables, chosen, games, prices) => {
  const settings = readSettings(new Map([["sync.games_from", chosen]]));
  expect(chooseSync(parseEnv(variables), settings)).toEqual({ games, prices });
});
