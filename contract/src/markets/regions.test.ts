import { expect, test } from "vitest";
import { activatesIn } from "./regions.ts";

test.each([
  [null, "GB", true],
  [["GLOBAL"], "KZ", true],
  [["EU"], "DE", true],
  [["EU"], "GB", false],
  [["EU", "GB"], "GB", true],
  [["EEA"], "NO", true],
  [["LATAM"], "BR", true],
  [["LATAM"], "US", false],
  [["NA"], "US", true],
  [["ROW"], "US", true],
  [["ROW"], "RU", false],
  [["ROW"], "AR", false],
  [["US"], "US", true],
  [["toString"], "US", false],
  [[], "US", false],
])("a product for %j activates in %s: %s", (places, country, expected) => {
  expect(activatesIn(places, country)).toBe(expected);
});
