import type { GameType } from "contract/games/game-type.ts";
import { titleKey } from "contract/games/rules.ts";
import { describe, expect, test } from "vitest";
import type { SourceOffer } from "../sources/source.ts";
import type { KnownGame } from "./contradictions.ts";
import { candidatesOf, decideMatch, type KnownMatches, kindredKeysOf, titleKeysOf } from "./decide.ts";

const games: [id: number, title: string, facts?: { appid?: number; year?: number; type?: GameType }][] = [
  [1, "The Witcher® 3: Wild Hunt", { appid: 292030, year: 2015 }],
  [2, "ARC Raiders", { appid: 1808500 }],
  [3, "The Elder Scrolls V: Skyrim Special Edition", { appid: 489830 }],
  [4, "The Last of Us™ Part I"],
  [5, "Full Steam"],
  [6, "Flashback", { year: 1995 }],
  [7, "Flashback", { year: 2013 }],
  [8, "Dark Souls III", { appid: 374320 }],
  [9, "Sid Meier’s Civilization® VI", { appid: 289070 }],
  [10, "140"],
  [11, "Control Ultimate Edition", { appid: 870780 }],
  [12, "Call of Duty®: Black Ops 7"],
  [13, "Metro 2033 Redux"],
  [14, "Resident Evil 4", { appid: 2050650, year: 2023 }],
  [15, "Resident Evil 4 (2005)", { appid: 254700, year: 2014 }],
  [16, "STAR WARS™ Battlefront II", { appid: 1237950, year: 2017 }],
  [17, "STAR WARS™ Battlefront II (Classic, 2005)", { appid: 6060, year: 2009 }],
  [18, "Terraria", { appid: 105600, year: 2011 }],
  [19, "Cyberpunk 2077", { appid: 1091500, year: 2020 }],
  [20, "Cyberpunk 2077: Phantom Liberty", { appid: 2138330, type: "dlc" }],
  [21, "Stardew Valley", { appid: 413150, year: 2016 }],
  [22, "Half-Life 2", { appid: 220, year: 2004 }],
  [23, "Season Pass Simulator", { appid: 900001 }],
  [24, "Alpha Protocol™", { appid: 34010 }],
  [25, "The Jackbox Party Pack", { appid: 331670 }],
  [26, "Accounting+", { appid: 900002 }],
  [27, "Random Heroes: Gold Edition", { appid: 900003 }],
  [28, "X4: Foundations", { appid: 392160 }],
  [29, "Etched Memories Demo", { appid: 900004 }],
  [30, "Costume Quest 2", { appid: 275180 }],
  [31, "Sinless + OST", { appid: 900005 }],
  [32, "Portal", { year: 2007 }],
  [33, "Portal: Prelude RTX", { year: 2023 }],
  [34, "Mafia", { year: 2002 }],
  [35, "Mafia: Definitive Edition", { year: 2020 }],
  [36, "Europa Universalis IV", { appid: 236850 }],
  [37, "Road 96", {}],
  [38, "Road 96: Mile 0 - Demo", {}],
  [39, "Assassin's Creed® II", {}],
  [40, "Dragon Age™: Origins", { appid: 47810, year: 2009 }],
  [41, "Portal 2", { appid: 620, year: 2011 }],
  [42, "Wargame: European Escalation"],
  [43, "America's Army 3"],
  [44, "Football Manager 2021 Touch", { appid: 1263850 }],
  [45, "Mortal Kombat 2"],
  [46, "Mortal Kombat II"],
  [47, "GUILT: The Deathless"],
  [48, "BOXVR"],
];

const known = knownOf();

function knownOf(): KnownMatches {
  const all = games.map(([id, title, facts]): KnownGame => {
    return { id, title, type: facts?.type ?? null, year: facts?.year ?? null };
  });
  const key = (game: KnownGame) => titleKey(game.title);
  const byAppid = games.flatMap(([id, , facts]) => (facts?.appid ? [[facts.appid, all[id - 1]!] as const] : []));
  return {
    decided: new Map([
      ["accepted", 2],
      ["rejected", null],
    ]),
    byProduct: new Map([["sold", all[7]!]]),
    byAppid: new Map(byAppid),
    byTitle: Map.groupBy(all, key),
    byBeginning: new Map(all.map((game) => [key(game), all.filter((one) => key(one).startsWith(`${key(game)} `))])),
  };
}

const decide = (offer: Partial<SourceOffer>, country = "US") => {
  const match = decideMatch({ productId: "new", currency: "USD", priceMinor: 999, ...offer }, known, [country]);
  if (match.kind === "game") return match.gameId;
  if (match.kind === "waits") return match.reason;
  return match.kind === "refused" ? `${match.reason}: ${match.message}` : match.kind;
};

describe("a shop's title (spec/price-sources 2.2)", () => {
  test.each([
    ["The Witcher 3: Wild Hunt", 1],
    ["The Witcher 3: Wild Hunt GOG.com Key GLOBAL", 1],
    ["Witcher 3: Wild Hunt, The", 1],
    ["Witcher III: Wild Hunt (PC)", 1],
    ["ARC Raiders PC", 2],
    ["ARC Raiders (PC) Steam Key GLOBAL", 2],
    ["ARC Raiders Standard Edition PC", 2],
    ["[PC] ARC Raiders (Steam)", 2],
    ["ARC Raiders (Global) Steam Key", 2],
    ["The Elder Scrolls V: Skyrim Special Edition - PC (Steam)", 3],
    ["The Last of Us Part I PC", 4],
    ["Full Steam", 5],
    ["Full Steam Steam Key", 5],
    ["DARK SOULS III Steam CD Key", 8],
    ["Dark Souls 3 Steam Key", 8],
    ["Sid Meier's Civilization VI - PC & Mac (Steam)", 9],
    ["140", 10],
    ["Control Ultimate Edition Steam Key GLOBAL", 11],
    ["Call of Duty: Black Ops 7 Xbox One/Xbox Series X|S/PC", 12],
    ["Call of Duty: Black Ops 7 - PC, Xbox One & Xbox Series X|S (Microsoft Store)", 12],
    ["Resident Evil 4 (2005) Steam Key", 15],
    ["Resident Evil 4 (2023) Steam Key", 14],
    ["Cyberpunk 2077 (PC) GOG Key", 19],
    ["Cyberpunk 2077: Phantom Liberty DLC Steam Key", 20],
    ["Europa Universalis IV Steam Key", 36],
    ["Road 96 Steam Key", 37],
    ["Assassins Creed 2 Uplay CD Key", 39],
    ["Wargame: European Escalation Steam Key", 42],
    ["America's Army 3 PC", 43],
  ])("%s is game %i", (title, gameId) => {
    expect(decide({ title })).toBe(gameId);
  });

  test.each([
    ["The Elder Scrolls V: Skyrim - PC (Steam)", "no_game", [3]],
    ["Dark Souls III Deluxe Edition - PC (Steam)", "edition", [8]],
    ["Dark Souls III - The Ringed City PC - DLC", "addition", []],
    ["Dark Souls III PC - DLC", "addition", [8]],
    ["Dark Souls III Season Pass PC", "addition", [8]],
    ["Dark Souls III + Pre-Order Bonus PC", "items", [8]],
    ["Control PC", "no_game", [11]],
    ["Metro 2033 Steam Key", "no_game", [13]],
    ["Flashback PC", "several_games", [6, 7]],
    ["Black Friday selection", "no_game", []],
    ["Death Road to Canada", "no_game", []],
    ["Anomaly Korea PC", "no_game", []],
    ["The Witcher 3: Wild Hunt - Game of the Year Edition PC (GOG)", "edition", [1]],
    ["Stardew Valley Steam Account", "account", [21]],
    ["Terraria 4-Pack Steam Key", "several_copies", [18]],
  ])("%s waits: %s, and may be %j", (title, reason, candidates) => {
    expect(decide({ title })).toBe(reason);
    const offer = { productId: "new", currency: "USD", title };
    expect(kindredKeysOf(offer)).toEqual(expect.arrayContaining(titleKeysOf(offer)));
    expect(candidatesOf(kindredKeysOf(offer), known.byTitle)).toEqual(candidates);
  });

  test.each([
    ["ARC Raiders Xbox Series X|S", "platform: is for Xbox Series X|S"],
    ["ARC Raiders (Xbox Series X|S) XBOX LIVE Key GLOBAL", "platform: is for XBOX LIVE"],
    ["ARC Raiders PS5", "platform: is for PS5"],
    ["ARC Raiders Nintendo Switch", "platform: is for Nintendo Switch"],
    ["Battlefield 6 and REDSEC - 1100 BFC Xbox Series X|S", "platform: is for Xbox Series X|S"],
    ["ARC Raiders Steam Key (PC) EUROPE", "region: works in EUROPE only"],
    ["ARC Raiders PC (Europe & UK)", "region: works in Europe & UK only"],
    ["ARC Raiders Steam Key RU", "region: works in RU only"],
    ["ARC Raiders Steam Key Latin America", "region: works in Latin America only"],
    ["ARC Raiders (Turkey) Steam Gift", "region: works in Turkey only"],
    ["ARC Raiders RU VPN Activated Steam CD Key", "region: works in RU VPN Activated only"],
    ["ARC Raiders Steam Key GLOBAL (excl. US)", "region: does not work in US: GLOBAL, excl. US"],
    ["ARC Raiders Steam Key not for USA", "region: does not work in US: not for USA"],
  ])("%s is refused", (title, problem) => {
    expect(decide({ title })).toBe(problem);
  });
});

describe("an appid is evidence, not proof (IsThereAnyDeal-Issues#2029)", () => {
  test.each<[title: string, appid: number, reason: string]>([
    ["Terraria Official Soundtrack DLC Steam CD Key", 105600, "addition"],
    ["Terraria: Official Soundtrack", 105600, "extra"],
    ["Terraria OST (PC)", 105600, "extra"],
    ["Terraria Digital Art Book Steam Key", 105600, "extra"],
    ["Terraria 4-Pack Steam CD Key", 105600, "several_copies"],
    ["Terraria 2x Steam Key", 105600, "several_copies"],
    ["Terraria x4", 105600, "several_copies"],
    ["Terraria (Pack of 4)", 105600, "several_copies"],
    ["Terraria + Starbound Bundle", 105600, "bundle"],
    ["Terraria Beta Steam Key", 105600, "trial"],
    ["Terraria Demo", 105600, "trial"],
    ["Terraria Skin Pack", 105600, "items"],
    ["Terraria Trainer", 105600, "items"],
    ["Terraria Random Steam Key", 105600, "random_key"],
    ["Terraria Steam Gift Card 20 USD", 105600, "gift_card"],
    ["Terraria 1000 Points", 105600, "currency"],
    ["Terraria Deluxe Upgrade", 105600, "upgrade"],
    ["Terraria: Deluxe Edition Steam Key", 105600, "edition"],
    ["Terraria Remastered", 105600, "edition"],
    ["Terraria: Otherworld Steam Key", 105600, "title_differs"],
    ["Cyberpunk 2077: Phantom Liberty DLC Steam CD Key", 1091500, "addition"],
    ["Cyberpunk 2077: Phantom Liberty Steam CD Key", 1091500, "title_differs"],
    ["Stardew Valley Steam Account", 413150, "account"],
    ["Sega Rally (random key) - any Steam game", 220, "random_key"],
    ["Sega Rally Steam Key", 220, "title_differs"],
    ["The Witcher 3 - Blood and Wine", 292030, "title_differs"],
    ["The Witcher 3: Wild Hunt Expansion Pass GOG", 292030, "addition"],
    ["Dark Souls II Steam Key", 374320, "title_differs"],
    ["Dragon Age: Origins - Awakening", 47810, "title_differs"],
    ["ARC Raiders", 292030, "title_differs"],
    ["Portal Steam Key", 620, "title_differs"],
    ["Resident Evil 4 (2005)", 2050650, "date"],
    ["Season Pass Simulator Season Pass", 900001, "addition"],
    ["The Jackbox Party Pack 4-Pack", 331670, "several_copies"],
    ["Etched Memories Demo Soundtrack", 900004, "extra"],
  ])("%s with the appid %i waits: %s", (title, steamAppid, reason) => {
    expect(decide({ title, steamAppid })).toBe(reason);
  });

  test.each<[title: string, appid: number, gameId: number]>([
    ["Terraria Steam CD Key", 105600, 18],
    ["Terraria", 105600, 18],
    ["Teraria (PC) Steam Gift GLOBAL", 105600, 18],
    ["Terraria Standard Edition", 105600, 18],
    ["Terraria (2011)", 105600, 18],
    ["Террария", 105600, 18],
    ["The Witcher III Wild Hunt", 292030, 1],
    ["Witcher 3 Wilde Hunt PC", 292030, 1],
    ["Witcher 3 Steam Key", 292030, 1],
    ["Civilization VI Steam Key", 289070, 9],
    ["Resident Evil 4 Steam CD Key", 254700, 15],
    ["Resident Evil 4 Steam CD Key", 2050650, 14],
    ["Star Wars Battlefront II Steam Key", 6060, 17],
    ["Season Pass Simulator Steam Key", 900001, 23],
    ["Alpha Protocol PC", 34010, 24],
    ["The Jackbox Party Pack Steam Key", 331670, 25],
    ["Accounting + (Steam)", 900002, 26],
    ["Random Heroes Gold Edition", 900003, 27],
    ["X4: Foundations PC", 392160, 28],
    ["Etched Memories Demo", 900004, 29],
    ["Costume Quest 2 Steam Key", 275180, 30],
    ["Sinless + OST Steam Key", 900005, 31],
    ["Cyberpunk 2077 Phantom Liberty DLC", 2138330, 20],
    ["Football Manager 2021 Touch Steam Key EUROPE", 1263850, 44],
    ["Skyrim Special Edition", 489830, 3],
  ])("%s with the appid %i is game %i", (title, steamAppid, gameId) => {
    expect(decide({ title, steamAppid }, "DE")).toBe(gameId);
  });

  test.each<[what: string, Partial<SourceOffer>, reason: string]>([
    ["four copies", { copies: 4 }, "several_copies"],
    ["a bundle", { isBundle: true }, "bundle"],
    ["an edition", { edition: "Deluxe Edition" }, "edition"],
    ["a season pass as the edition", { edition: "Season Pass" }, "addition"],
    ["a type", { productType: "DLC" }, "addition"],
    ["a path of types", { productType: "Games > PC > Soundtracks" }, "extra"],
    ["the type of an account", { productType: "Steam | Account" }, "account"],
    ["the type of a gift card", { productType: "Gift Cards" }, "gift_card"],
    ["the source's own word", { isAddition: true }, "addition"],
  ])("a column that names %s contradicts appid and title", (_, columns, reason) => {
    expect(decide({ title: "Terraria", steamAppid: 105600, ...columns })).toBe(reason);
    expect(decide({ title: "Terraria", ...columns })).toBe(reason);
    expect(decide({ steamAppid: 105600, ...columns })).toBe(reason);
  });

  test.each<[what: string, Partial<SourceOffer>]>([
    ["the standard edition", { edition: "Standard Edition" }],
    ["the base game", { edition: "Base Game", copies: 1, isBundle: false }],
    ["a category of games and additions", { productType: "PC > Games & DLC" }],
    ["a category of games", { productType: "Media > Software > Video Game Software" }],
    ["a genre", { productType: "Music Games" }],
  ])("a column that names %s does not", (_, columns) => {
    expect(decide({ title: "Terraria", steamAppid: 105600, ...columns })).toBe(18);
  });

  test("the store's own id stays with a renamed product, but not with another kind of product", () => {
    expect(decide({ productId: "sold", title: "Dark Souls III: Relaunched" })).toBe(8);
    expect(decide({ productId: "sold", title: "Dark Souls III Gold Edition" })).toBe(8);
    expect(decide({ productId: "sold", title: "Dark Souls III Season Pass" })).toBe("addition");
  });
});

describe("a title that several games may have (IsThereAnyDeal-Issues#3344)", () => {
  test.each<[Partial<SourceOffer>, expected: unknown]>([
    [{ title: "Resident Evil 4 Steam CD Key" }, "several_games"],
    [{ title: "Star Wars Battlefront II PC" }, "several_games"],
    [{ title: "Mafia Steam Key" }, "several_games"],
    [{ title: "Portal Steam Key" }, "several_games"],
    [{ title: "Mortal Kombat 2 Steam CD Key" }, "several_games"],
    [{ title: "Mortal Kombat II Steam CD Key" }, "several_games"],
    [{ title: "Flashback PC", releaseYear: 2013 }, 7],
    [{ title: "Resident Evil 4", releaseYear: 2023 }, 14],
    [{ title: "Resident Evil 4", releaseYear: 2014 }, 15],
    [{ title: "Mafia", releaseYear: 2002 }, 34],
    [{ title: "Mafia", releaseYear: 2020 }, "several_games"],
    [{ title: "Mafia: Definitive Edition" }, 35],
    [{ title: "Portal", releaseYear: 2007 }, 32],
    [{ title: "Terraria", releaseYear: 1998 }, "date"],
    [{ title: "Mortal Kombat 11 Steam Key" }, "no_game"],
    [{ title: "GUILT Steam Key" }, "no_game"],
    [{ title: "BOX VR" }, "no_game"],
  ])("%j: %s", (offer, expected) => {
    expect(decide(offer)).toBe(expected);
  });
});

test.each<[what: string, Partial<SourceOffer>, unknown]>([
  ["a decision has the highest priority", { productId: "accepted", title: "Flashback Xbox", steamAppid: 292030 }, 2],
  ["the store's own id has priority over the appid", { productId: "sold", steamAppid: 292030 }, 8],
  ["the appid is sufficient without a title", { steamAppid: 1808500 }, 2],
  ["a rejected product is not matched", { productId: "rejected", steamAppid: 292030 }, "rejected"],
  ["an unknown appid is another game", { steamAppid: 5, title: "ARC Raiders" }, "unknown_appid"],
  ["a product without a title", {}, "no_title"],
  ["a column names an edition", { title: "ARC Raiders", edition: "Deluxe Edition" }, "edition"],
  ["both name the edition", { title: "Control Ultimate Edition", edition: "Ultimate Edition" }, 11],
  ["the standard edition", { title: "ARC Raiders", edition: "Standard" }, 2],
  ["a console's key that also works on a PC", { title: "ARC Raiders Xbox One", platform: "Xbox, PC" }, 2],
  ["a column names a console", { title: "ARC Raiders", platform: "Xbox One" }, "platform: is for Xbox One"],
  ["a column names a phone's shop", { title: "ARC Raiders", platform: "Google Play" }, "platform"],
  ["a column names an unknown platform", { title: "ARC Raiders", steamAppid: 1808500, platform: "Tizen" }, "platform"],
  ["a column names a region", { title: "ARC Raiders", region: "Europe" }, "region: works in Europe only"],
  ["a region that is not known", { title: "ARC Raiders", region: "Atlantis" }, "region"],
  ["a region that is everywhere", { title: "ARC Raiders", region: "Global", platform: "PC" }, 2],
  [
    "a column names a console for a product known by its id",
    { productId: "sold", platform: "PlayStation 5" },
    "platform: is for PlayStation 5",
  ],
])("%s", (_, offer, expected) => {
  expect(decide(offer)).toBe(expected);
});

describe("where a product activates (IsThereAnyDeal-Issues#2346)", () => {
  test.each<[offer: Partial<SourceOffer>, expected: string, places: string[]]>([
    [{ title: "ARC Raiders (Epic Games) |EU|" }, "DE FR", ["EU"]],
    [{ title: "ARC Raiders (EU)" }, "DE FR", ["EU"]],
    [{ title: "ARC Raiders PC (EU)" }, "DE FR", ["EU"]],
    [{ title: "ARC Raiders Steam Gift EUROPE" }, "DE FR GB", ["EUROPE"]],
    [{ title: "ARC Raiders PC Steam ROW" }, "DE FR GB US", ["ROW"]],
    [{ title: "ARC Raiders (PC) Steam Key EUROPE" }, "DE FR GB", ["EUROPE"]],
    [{ title: "ARC Raiders Steam Key GLOBAL (excl. US)" }, "DE FR GB RU BR", ["GLOBAL", "!US"]],
    [{ title: "ARC Raiders", region: "Global (except USA)" }, "DE FR GB RU BR", ["GLOBAL", "!US"]],
    [{ title: "ARC Raiders US/CA only" }, "US", ["US", "CA"]],
    [{ title: "ARC Raiders RU/CIS Steam Key" }, "RU", ["RU", "CIS"]],
    [{ title: "ARC Raiders [LATAM] Steam Key" }, "BR", ["LATAM"]],
    [{ title: "ARC Raiders Steam Key (without Germany)" }, "FR GB RU US BR", ["GLOBAL", "!DE"]],
    [{ title: "ARC Raiders Steam Key", region: "EU" }, "DE FR", ["EU"]],
    [{ title: "ARC Raiders (EU)", region: "GLOBAL" }, "DE FR", ["EU"]],
    [{ title: "ARC Raiders Steam Key GLOBAL", region: "Germany" }, "DE", ["DE"]],
    [{ title: "ARC Raiders EU" }, "DE FR", ["EU"]],
    [{ title: "Europa Universalis IV" }, "DE FR GB RU US BR", []],
  ])("%j activates in %s", (offer, countries, places) => {
    const all = ["DE", "FR", "GB", "RU", "US", "BR"];
    const matches = all.map((country) =>
      decideMatch({ productId: "new", currency: "EUR", ...offer }, known, [country]),
    );
    expect(all.filter((_, n) => matches[n]!.kind === "game").sort()).toEqual(countries.split(" ").sort());
    expect(matches.find(({ kind }) => kind === "game")).toMatchObject({ places: places.length > 0 ? places : null });
  });
});
