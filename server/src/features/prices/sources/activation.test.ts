import { expect, test } from "vitest";
import { readActivation } from "./activation.ts";

test.each<[region: string, expected: string[] | null]>([
  ["Global", ["GLOBAL"]],
  ["REGION FREE", ["GLOBAL"]],
  ["region-free", ["GLOBAL"]],
  ["Europe", ["EU"]],
  ["Europe & UK", ["EU", "GB"]],
  ["EEA", ["EEA"]],
  ["Latin America", ["LATAM"]],
  ["RU/CIS", ["RU", "CIS"]],
  ["Rest of the World", ["ROW"]],
  ["North America", ["NA"]],
  ["Asia", ["ASIA"]],
  ["United States", ["US"]],
  ["USA", ["US"]],
  ["UK", ["GB"]],
  ["fr, be, EU, FR", ["FR", "BE", "EU"]],
  ["Türkiye", ["TR"]],
  [" Rest of the world (RoW) - custom", null],
  ["Germany, Atlantis", null],
  ["ZZ", null],
  ["Unknown Region", null],
  ["N/A", null],
  ["", null],
  ["EU,".repeat(500), null],
])("the region %j is %j", (region, expected) => {
  expect(readActivation(region, "Sable Steam Key GLOBAL")).toEqual(expected);
});

test.each<[title: string | undefined, expected: string[] | null]>([
  ["Road 96 (PC) Steam Key GLOBAL", ["GLOBAL"]],
  ["Road 96 Steam Key (PC) EUROPE", ["EU"]],
  ["Road 96 (PC) Steam Key - LATAM", ["LATAM"]],
  ["Road 96 Steam Key [United States]", ["US"]],
  ["Road 96 Steam Key", null],
  ["Death Road to Canada", null],
  ["Monkey Island Japan", null],
  ["The Key to Europe", null],
  [undefined, null],
])("the title %j has the regions %j", (title, expected) => {
  expect(readActivation(undefined, title)).toEqual(expected);
});
