import { expect, test } from "vitest";
import { readPlatform } from "./platforms.ts";

const kindOf = (text: string) => {
  const { isPc, isOther, isUnknown } = readPlatform(text);
  if (isPc) return "pc";
  return isOther ? "other" : isUnknown ? "unknown" : "none";
};

test.each([
  "PC",
  "PC (Windows)",
  "Microsoft Windows",
  "Windows 11",
  "Win 10",
  "macOS",
  "Mac OS X",
  "Apple Mac",
  "Linux",
  "SteamOS",
  "Steam",
  "Steam Deck",
  "Steam Key",
  "GOG.com",
  "Epic Games Store",
  "Ubisoft Connect",
  "Uplay",
  "EA App",
  "EA Origin",
  "Battle.net",
  "Rockstar Games Launcher",
  "Bethesda.net",
  "Microsoft Store for PC",
  "Microsoft Store (PC)",
  "itch.io",
  "DRM-free",
  "PC (DOS)",
  "Xbox, PC",
  "Xbox Play Anywhere",
  "PC (Windows), PlayStation 4",
  "Windows | Nintendo Switch",
])("%s is a PC", (text) => {
  expect(kindOf(text)).toBe("pc");
});

test.each([
  "Sega Genesis",
  "Sony PSP",
  "Atari 2600",
  "SNK Neo Geo",
  "Arcade",
  "Commodore Amiga",
  "Google Stadia",
  "Sega Saturn",
  "3DO",
  "Nintendo Switch",
  "Sony PlayStation 4",
  "Xbox Series X|S",
  "Xbox 360",
  "iOS",
  "Meta Quest 3",
  "PS5",
  "Apple iPhone",
  "Android",
])("%s is another device", (text) => {
  expect(kindOf(text)).toBe("other");
});

test.each([
  "Google Play",
  "Oculus Store",
  "NEC PC-98",
  "PC Engine",
  "Windows Phone",
  "Apple App Store",
  "Microsoft Store",
  "Bandai WonderSwan",
  "Netflix",
  "ColecoVision",
])("%s is not known to be a PC", (text) => {
  expect(kindOf(text)).toBe("unknown");
});

test.each(["", "-", "N/A", "any", "Digital download"])("%j names none", (text) => {
  expect(kindOf(text)).toBe("none");
});
