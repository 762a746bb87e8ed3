import { foldText } from "contract/core/text.ts";

/** Words that mean a PC: systems, launchers, and shops for PC games only. */
const pcWords = new Set(
  `pc windows win mac macintosh macos macosx osx linux ubuntu steam steamos steamdeck steamvr pcvr gog epic egs
  ubisoft uplay origin ea battlenet blizzard rockstar bethesda giants itch itchio dos drm humble`.split(/\s+/),
);
/** Words beside them that mean nothing else. */
const besideWords = new Set(
  `microsoft store games game com app play plus desktop launcher client connect social club net battle deck machine
  os x xp vista intel arm silicon apple bit x86 x64 io free for on the and or key keys cd code gift digital download
  version edition original computer personal desktop amazon official website 7 8 10 11 32 64`.split(/\s+/),
);
/** Texts of columns that name no platform. */
const nonePattern = /^(?:|n a|none|any|all|all platforms|unknown|other|key|cd key|digital|digital download|download)$/;
/** Texts that name both a console and Windows. */
const bothPattern = /\bplay anywhere\b/;

/** Words that mean a console, a phone or another device that is no PC. */
const otherWords = new Set(
  `xbox xbla ps1 ps2 ps3 ps4 ps5 psn psp psx vita psvita playstation nintendo switch nsw eshop wii wiiu gamecube 3ds nds
  n64 snes nes android ios iphone ipad ipados quest meta stadia luna 3do atari amiga commodore dreamcast sega
  saturn genesis megadrive neo neogeo arcade gameboy gba amstrad spectrum msx turbografx jaguar ouya tvos mobile`.split(
    /\s+/,
  ),
);

const wordsOf = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether a name is one of a PC, such as "Windows 11", "EA App" or "Microsoft Store for PC". */
function isPcName(name: string): boolean {
  const words = wordsOf(name);
  const text = words.join(" ");
  if (bothPattern.test(text)) return true;
  const isPc = words.some((word) => pcWords.has(word)) || text.includes("battle net");
  const isVersion = (word: string) => /^(?:20)?\d\d$/.test(word) && /^(?:microsoft )?(?:win|mac)/.test(text);
  return isPc && words.every((word) => pcWords.has(word) || besideWords.has(word) || isVersion(word));
}

/** Whether a name has a word that means another device. */
export function isOtherName(name: string): boolean {
  return wordsOf(name).some((word) => otherWords.has(word) || /^(?:xbox|ps|playstation)\d+$/.test(word));
}

export interface PlatformReading {
  isPc: boolean;
  /** A device that is no PC is named. */
  isOther: boolean;
  /** Something else is named that is not known to be a PC. */
  isUnknown: boolean;
}

/** The platforms that a column names. Without any it is taken for a PC. */
export function readPlatform(text: string): PlatformReading {
  const isNone = (name: string) => nonePattern.test(wordsOf(name).join(" "));
  const names = isNone(text) ? [] : text.split(/[,;/|&+()[\]\n]|\s-\s/).filter((name) => !isNone(name));
  // the "S" of "Xbox Series X|S" is no name
  const parts = names.filter((name) => !/^\s*[sx]\s*$/i.test(name));
  const isOther = parts.some((name) => isOtherName(name) && !isPcName(name));
  return {
    isPc: parts.some(isPcName),
    isOther,
    isUnknown: parts.some((name) => !isPcName(name) && !isOtherName(name)),
  };
}
