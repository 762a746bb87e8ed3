import { titleKey } from "contract/games/rules.ts";
import { describe, expect, test } from "vitest";
import type { SourceOffer } from "../sources/source.ts";
import { candidatesOf, decideMatch, type KnownMatches, kindredKeysOf, titleKeysOf } from "./decide.ts";

const games: [id: number, title: string, appid?: number][] = [
  [1, "The Witcher® 3: Wild Hunt", 292030],
  [2, "ARC Raiders", 1808500],
  [3, "The Elder Scrolls V: Skyrim Special Edition"],
  [4, "The Last of Us™ Part I"],
  [5, "Full Steam"],
  [6, "Flashback"],
  [7, "Flashback"],
  [8, "Dark Souls III"],
  [9, "Sid Meier’s Civilization® VI"],
  [10, "140"],
  [11, "Control Ultimate Edition"],
  [12, "Call of Duty®: Black Ops 7"],
  [13, "Metro 2033 Redux"],
];

const byTitle = Map.groupBy(games, ([, title]) => titleKey(title));
const known: KnownMatches = {
  decided: new Map([
    ["accepted", 2],
    ["rejected", null],
  ]),
  byProduct: new Map([["sold", 8]]),
  byAppid: new Map(games.flatMap(([id, , appid]) => (appid ? [[appid, id]] : []))),
  byTitle: new Map([...byTitle].map(([key, found]) => [key, found.map(([id]) => id)])),
};

const decide = (offer: Partial<SourceOffer>) =>
  decideMatch({ productId: "new", currency: "USD", priceMinor: 999, ...offer }, known, "US");

describe("a shop's title (spec/price-sources 2.2)", () => {
  test.each([
    ["The Witcher 3: Wild Hunt", 1],
    ["The Witcher 3: Wild Hunt GOG.com Key GLOBAL", 1],
    ["Witcher 3: Wild Hunt, The", 1],
    ["ARC Raiders PC", 2],
    ["ARC Raiders (PC) Steam Key GLOBAL", 2],
    ["ARC Raiders Standard Edition PC", 2],
    ["The Elder Scrolls V: Skyrim Special Edition - PC (Steam)", 3],
    ["The Last of Us Part I PC", 4],
    ["Full Steam", 5],
    ["Full Steam Steam Key", 5],
    ["DARK SOULS III Steam CD Key", 8],
    ["Sid Meier's Civilization VI - PC & Mac (Steam)", 9],
    ["140", 10],
    ["Control Ultimate Edition Steam Key GLOBAL", 11],
    ["Call of Duty: Black Ops 7 Xbox One/Xbox Series X|S/PC", 12],
    ["Call of Duty: Black Ops 7 - PC, Xbox One & Xbox Series X|S (Microsoft Store)", 12],
  ])("%s is game %i", (title, gameId) => {
    expect(decide({ title })).toEqual({ kind: "game", gameId, surely: false });
  });

  test.each([
    ["The Elder Scrolls V: Skyrim - PC (Steam)", [3]],
    ["Dark Souls 3 Deluxe Edition - PC (Steam)", []],
    ["Dark Souls III Deluxe Edition - PC (Steam)", [8]],
    ["Dark Souls III - The Ringed City PC - DLC", []],
    ["Dark Souls III PC - DLC", [8]],
    ["Dark Souls III Season Pass PC", [8]],
    ["Dark Souls III + Pre-Order Bonus PC", [8]],
    ["Control PC", [11]],
    ["Metro 2033 Steam Key", [13]],
    ["Flashback PC", [6, 7]],
    ["Black Friday selection", []],
    ["Death Road to Canada", []],
    ["Anomaly Korea PC", []],
    ["The Witcher 3: Wild Hunt - Game of the Year Edition PC (GOG)", [1]],
  ])("%s is not certain, and may be %j", (title, candidates) => {
    expect(decide({ title })).toEqual({ kind: "waits" });
    const offer = { productId: "new", currency: "USD", title };
    expect(kindredKeysOf(offer)).toEqual(expect.arrayContaining(titleKeysOf(offer)));
    expect(candidatesOf(kindredKeysOf(offer), known.byTitle)).toEqual(candidates);
  });

  test.each([
    ["ARC Raiders Xbox Series X|S", "platform", "is for Xbox Series X|S"],
    ["ARC Raiders (Xbox Series X|S) XBOX LIVE Key GLOBAL", "platform", "is for XBOX LIVE"],
    ["ARC Raiders PS5", "platform", "is for PS5"],
    ["ARC Raiders Nintendo Switch", "platform", "is for Nintendo Switch"],
    ["Battlefield 6 and REDSEC - 1100 BFC Xbox Series X|S", "platform", "is for Xbox Series X|S"],
    ["ARC Raiders Steam Key (PC) EUROPE", "region", "works in EUROPE only"],
    ["ARC Raiders PC (Europe & UK)", "region", "works in Europe & UK only"],
    ["ARC Raiders Steam Key RU", "region", "works in RU only"],
    ["ARC Raiders PC NORTH AMERICA", "region", "works in NORTH AMERICA only"],
    ["ARC Raiders Steam Key Latin America", "region", "works in Latin America only"],
    ["ARC Raiders (Turkey) Steam Gift", "region", "works in Turkey only"],
  ])("%s is refused", (title, reason, message) => {
    expect(decide({ title })).toEqual({ kind: "refused", reason, message });
  });
});

test.each<[what: string, Partial<SourceOffer>, unknown]>([
  ["a decision has the highest priority", { productId: "accepted", title: "Flashback Xbox", steamAppid: 292030 }, 2],
  ["the store's own id has priority over the appid", { productId: "sold", steamAppid: 292030 }, 8],
  ["the appid has priority over the title", { steamAppid: 292030, title: "ARC Raiders" }, 1],
  ["the appid is sufficient without a title", { steamAppid: 1808500 }, 2],
])("%s", (_, offer, gameId) => {
  expect(decide(offer)).toEqual({ kind: "game", gameId, surely: true });
});

test.each<[what: string, Partial<SourceOffer>, unknown]>([
  ["a rejected product is not matched", { productId: "rejected", steamAppid: 292030 }, { kind: "rejected" }],
  ["an unknown appid is another game", { steamAppid: 5, title: "ARC Raiders" }, { kind: "waits" }],
  ["a product without a title", {}, { kind: "waits" }],
  ["a column names an edition", { title: "ARC Raiders", edition: "Deluxe Edition" }, { kind: "waits" }],
  ["a store calls it an addition", { title: "ARC Raiders", isAddition: true }, { kind: "waits" }],
  [
    "a column names a console",
    { title: "ARC Raiders", platform: "Xbox One" },
    { kind: "refused", reason: "platform", message: "is for Xbox One" },
  ],
  [
    "a column names a region",
    { title: "ARC Raiders", region: "Europe" },
    { kind: "refused", reason: "region", message: "works in Europe only" },
  ],
  [
    "a column names a console for a product known by its id",
    { productId: "sold", platform: "PlayStation 5" },
    { kind: "refused", reason: "platform", message: "is for PlayStation 5" },
  ],
])("%s", (_, offer, expected) => {
  expect(decide(offer)).toEqual(expected);
});

test.each<[what: string, Partial<SourceOffer>, number]>([
  ["the edition that both name", { title: "Control Ultimate Edition", edition: "Ultimate Edition" }, 11],
  ["the standard edition", { title: "ARC Raiders", edition: "Standard" }, 2],
  ["a console's key that also works on a PC", { title: "ARC Raiders Xbox One", platform: "Xbox, PC" }, 2],
  ["a region that is everywhere", { title: "ARC Raiders", region: "Global", platform: "PC" }, 2],
])("does not prevent a match: %s", (_, offer, gameId) => {
  expect(decide(offer)).toMatchObject({ kind: "game", gameId });
});

test.each([
  [["GLOBAL"], "US", true],
  [["EU"], "US", false],
  [["EU"], "DE", true],
  [["EU"], "GB", false],
  [["GB"], "GB", true],
])("a key that activates in %j is for sale in %s: %s", (activatesIn, country, isSold) => {
  const region = activatesIn.join(", ");
  const offer = { productId: "new", currency: "EUR", title: "ARC Raiders", priceMinor: 999, region, activatesIn };
  expect(decideMatch(offer, known, country).kind).toBe(isSold ? "game" : "refused");
});
