import { expect, test } from "vitest";
import { readLaunchers } from "./launchers.ts";

// Enhanced_Steam#1124, Enhanced_Steam#698
test.each<[title: string, launchers: string[] | null]>([
  ["Far Cry Primal Ubisoft Connect CD Key", ["ubisoft"]],
  ["Terraria Steam CD Key", ["steam"]],
  ["Road 96 (PC) Steam Key GLOBAL", ["steam"]],
  ["Road 96 Steam Key (PC) EUROPE", ["steam"]],
  ["Hades (Epic Games) |EU|", ["epic"]],
  ["The Witcher 3 GOG.COM Key", ["gog"]],
  ["The Witcher 3 (GOG)", ["gog"]],
  ["Sable - Steam - Key GLOBAL", ["steam"]],
  ["Undertale Steam Gift EUROPE", ["steam"]],
  ["Battlefield 1 EA App Key", ["ea"]],
  ["Battlefield 1 (PC) Origin Key GLOBAL", ["ea"]],
  ["Diablo IV Battle.net PC Key", ["battlenet"]],
  ["Red Dead Redemption 2 Rockstar Games Launcher Key", ["rockstar"]],
  ["Forza Horizon 5 (PC) Microsoft Store Key", ["microsoft"]],
  ["Forza Horizon 5 Windows 10 Store Key", ["microsoft"]],
  ["Celeste (DRM-free)", ["drm-free"]],
  ["Hades [Steam/Epic Games]", ["steam", "epic"]],
  ["Assassin's Creed Origins Uplay Activation Code", ["ubisoft"]],
  ["Hollow Knight Steam", ["steam"]],
  ["SteamWorld Dig 2", null],
  ["SteamWorld Dig 2 CD Key", null],
  ["Steam", null],
  ["Epic Mickey Key", null],
  ["Dragon Age Origin", null],
  ["The Key of Steam Land", null],
  ["Rockstar Life Simulator PC Key", null],
  ["Halo Xbox Live Key", null],
  ["", null],
])("the title %j activates on %j", (title, expected) => {
  expect(readLaunchers([], title)).toEqual(expected);
});

test.each<[column: string, launchers: string[] | null]>([
  ["Ubisoft Connect", ["ubisoft"]],
  ["Steam", ["steam"]],
  ["PC, Steam", ["steam"]],
  ["Steam / GOG", ["steam", "gog"]],
  ["GOG.com;DRM-Free", ["gog", "drm-free"]],
  ["EA app", ["ea"]],
  ["EPIC GAMES STORE", ["epic"]],
  ["battle_net", ["battlenet"]],
  ["PC", null],
  ["Windows", null],
  ["PlayStation 5", null],
])("the column %j says %j", (column, expected) => {
  expect(readLaunchers([undefined, column], "Far Cry Primal")).toEqual(expected);
});

test("a column goes before the title", () => {
  expect(readLaunchers(["PC", "GOG"], "Sable Steam Key")).toEqual(["gog"]);
  expect(readLaunchers(["PC"], "Sable Steam Key")).toEqual(["steam"]);
});
