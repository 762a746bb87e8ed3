import { titleKey } from "contract/games/rules.ts";
import { endsLikePlace, readPlaces } from "./activation.ts";

/** A product's title without some of the additions that shops write around it, and their meaning. */
export interface TitleReading {
  name: string;
  /** `titleKey(name)`. */
  key: string;
  /** For PC, or for a PC launcher. */
  isForPc: boolean;
  /** The other platform, in the shop's words. */
  console: string | null;
  /** Where it activates, in the shop's words. */
  region: string | null;
  /** `region` as countries and groups, as `readPlaces` has it; `null` = not stated. */
  places: readonly string[] | null;
  /** An addition to a game, such as a DLC. */
  isAddition: boolean;
  /** A year in brackets. */
  year: number | null;
}

type Fact = "pc" | "console" | "addition" | "plain";

/** Phrases that shops write behind titles. The Microsoft Store and keys do not imply a platform. */
const phrases = new Map<string, Fact>([
  ...factsOf(
    "pc",
    `pc|windows|windows 7|windows 10|windows 11|windows pc|mac|macos|mac os|mac os x|os x|linux|steamos|
    steam deck|steam|epic|epic games|epic games store|epic games launcher|epic store|epic launcher|ea app|ea play|
    ea desktop|origin|ea origin|uplay|ubisoft|ubisoft connect|gog|gog com|rockstar|rockstar games|
    rockstar launcher|rockstar games launcher|rockstar social club|social club|battle net|battlenet|blizzard|
    bethesda|bethesda net|giants|itch io|drm free|xbox play anywhere`,
  ),
  ...factsOf(
    "console",
    `xbox|xbox one|xbox one s|xbox one x|xbox 360|xbox live|xbox series|xbox series x s|xbox series xs|
    xbox series x|xbox series s|series x s|ps1|ps2|ps3|ps4|ps5|ps 2|ps 3|ps 4|ps 5|psn|psp|ps vita|playstation|
    playstation 1|playstation 2|playstation 3|playstation 4|playstation 5|playstation network|
    playstation portable|playstation vita|nintendo|nintendo switch|nintendo switch 2|nintendo eshop|nintendo 3ds|
    nintendo ds|switch|switch 2|eshop|3ds|wii|wii u|gamecube|nintendo 64|android|google play|ios|iphone|ipad|
    apple arcade|meta quest|meta quest 2|meta quest 3|oculus quest|oculus quest 2|quest 2|quest 3|
    google stadia|stadia|sega genesis|mega drive|sega saturn|dreamcast|atari 2600|commodore amiga|3do|neo geo|
    game boy`,
  ),
  ...factsOf("addition", "dlc|dlcs"),
  ...factsOf(
    "plain",
    `key|keys|cd key|cd keys|cdkey|digital key|activation key|game key|product key|license key|licence key|gift|
    gift link|altergift|steam code|digital code|activation code|digital download|digital copy|microsoft store|
    windows store|standard edition|base game|full game|full version|pre order|preorder|pre purchase|early access|
    multilanguage`,
  ),
]);
/** Phrases that are plain only in brackets. */
const bracketPhrases = new Map<string, Fact>([
  ...factsOf("plain", "digital|download|standard|code|cd|retail|official|en|eng|multi language|vpn|instant delivery"),
  ...factsOf("pc", "win|pc game|pc digital"),
  ...factsOf("console", "genesis|saturn|arcade|mobile|luna|quest|switch 1|vita|amiga"),
]);
const maxPhraseWords = 5;
const lastWords = new Set([...phrases.keys()].map((phrase) => phrase.split(" ").at(-1)!));

function factsOf(fact: Fact, list: string): [string, Fact][] {
  return list.split("|").map((phrase) => [phrase.trim(), fact]);
}

/** Groups and codes of places that count without brackets, and without a word such as "Key" before them. */
const plainPlaces = /^(?:EU|EEA|UK|US|USA|NA|RU|CIS|LATAM|RO[Ww]|EMEA|MENA|APAC|TR|\p{Lu}{4,}(?:[\s&]+\p{Lu}{2,})*)$/u;
/** Words behind a place that can mean nothing else. */
const limited = /\s(?:only|region|zone|version|vpn|vpn (?:activated|required)|lock|locked)$/i;
/** Behind these a place counts in any spelling. */
const kindWord = /(?:^|[\s\p{Pd}/&,+([|:])(?:keys?|gift|altergift|code|pc|steam|live)[)\]|]?[\s\p{Pd}]*$/iu;
/** Words that end the phrase of an exception; the places follow. */
const exceptionWord = /[\s([|,\p{Pd}](?:excl|excluding|except|without|not for|not in|not available in|w\/o)\b/giu;

/** What may stand between a title and a suffix. */
const separators = new Set([..." \u00a0/&,+()[]|:"]);
const isSeparator = (sign: string) => separators.has(sign) || /[\s\p{Pd}]/u.test(sign);
const closing: Record<string, string> = { ")": "(", "]": "[", "|": "|" };

/** More additions than any serious title has. */
const maxReadings = 12;
/** More than any title has. */
const maxLength = 1_000;

/** The readings of a title, from the whole title to the bare name. */
export function readTitle(title: string): TitleReading[] {
  const name = title.replace(/^(.+), (the|an?)$/i, "$2 $1");
  let reading: Reading = {
    ...{ name, isForPc: false, console: null, region: null, places: null, isAddition: false, year: null },
  };
  const readings = [{ ...reading, key: titleKey(name) }];
  if (title.length > maxLength) return readings;
  for (let next = shorten(reading); next && readings.length < maxReadings; next = shorten(reading)) {
    reading = next;
    readings.push({ ...reading, key: titleKey(reading.name) });
  }
  return readings;
}

type Reading = Omit<TitleReading, "key">;

function shorten(reading: Reading): Reading | null {
  const name = reading.name.trim();
  return (
    withoutLastGroup(reading, name) ??
    withoutException(reading, name) ??
    withoutLastPhrase(reading, trimEnd(name)) ??
    withoutInnerGroup(reading, name)
  );
}

/** Without "(EU)", "[Steam]" or "|ROW|" at the end. */
function withoutLastGroup(reading: Reading, name: string): Reading | null {
  const opening = closing[name.at(-1) ?? ""];
  if (opening === undefined) return null;
  const start = name.lastIndexOf(opening, name.length - 2);
  if (start < 0) return null;
  return withGroup(reading, name.slice(start + 1, -1), name.slice(0, start));
}

/** Without a group of which all words are known, elsewhere in the title. */
function withoutInnerGroup(reading: Reading, name: string): Reading | null {
  for (const { 0: group, index } of name.matchAll(/\([^()]{1,60}\)|\[[^[\]]{1,60}\]|\|[^|]{1,60}\|/g)) {
    const rest = `${name.slice(0, index).trimEnd()} ${name.slice(index + group.length).trimStart()}`;
    const shorter = withGroup(reading, group.slice(1, -1), rest);
    if (shorter) return shorter;
  }
  return null;
}

function withGroup(reading: Reading, content: string, rest: string): Reading | null {
  const name = trimEnd(rest).trimStart();
  if (!name) return null;
  if (/^(?:19[7-9]\d|20\d\d)$/.test(content)) return { ...reading, name, year: Number(content) };
  const region = readRegion(content, { isSet: true });
  if (region) return { ...withRegion(reading, content.trim(), region), name };
  let found = { ...reading, name };
  const words = content.split(/[\s/&,+|;:]+|\band\b/i).filter(Boolean);
  if (words.length === 0) return null;
  for (let at = 0; at < words.length; ) {
    const size = sizeOfPhrase(words, at);
    if (size === 0) return null;
    const text = words.slice(at, at + size).join(" ");
    const fact = factOf(text, true);
    found = fact ? withFact(found, fact, text) : withRegion(found, text, readRegion(text, { isSet: true })!);
    at += size;
  }
  return { ...found, console: reading.console ?? (found.console === null ? null : content.trim()) };
}

/** The words of the longest known phrase that begins at that word. */
function sizeOfPhrase(words: readonly string[], at: number): number {
  for (let size = Math.min(maxPhraseWords, words.length - at); size > 0; size--) {
    const text = words.slice(at, at + size).join(" ");
    if (factOf(text, true) || readRegion(text, { isSet: true })) return size;
  }
  return 0;
}

/** Without "excl. US" at the end, in brackets or not. */
function withoutException(reading: Reading, name: string): Reading | null {
  if (!/excl|except|without|not |w\/o/i.test(name)) return null;
  const index = [...name.matchAll(exceptionWord)].at(-1)?.index;
  if (index === undefined) return null;
  const text = name.slice(index + 1);
  const places = readPlaces(text, { isTitle: true });
  const rest = trimEnd(name.slice(0, index));
  if (!places || !rest) return null;
  return { ...withRegion(reading, trimEnd(text), places), name: rest };
}

function withoutLastPhrase(reading: Reading, name: string): Reading | null {
  const last = name.split(/[^\p{L}\p{N}]+/u).findLast(Boolean) ?? "";
  if (!lastWords.has(last.toLowerCase()) && !endsLikePlace(last)) return null;
  const starts = [];
  for (let at = name.length - 1; at > 0 && starts.length < maxPhraseWords; at--) {
    if (isSeparator(name[at - 1]!) && !isSeparator(name[at]!)) starts.unshift(at);
  }
  for (const start of starts) {
    const text = name.slice(start);
    const rest = trimEnd(name.slice(0, start));
    if (!rest) continue;
    const fact = factOf(text, false);
    if (fact) return { ...withFact(reading, fact, text), name: rest };
    const isSet = reading.region !== null && /[/,&+|]\s*$|\band\s+$/i.test(name.slice(0, start));
    const places = readRegion(text, { isSet: isSet || kindWord.test(name.slice(0, start)) });
    if (places) return { ...withRegion(reading, text, places), name: rest.replace(/\sand$/i, "") };
  }
  return null;
}

const factOf = (text: string, isInBrackets: boolean): Fact | undefined => {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(" ");
  return phrases.get(words) ?? (isInBrackets ? bracketPhrases.get(words) : undefined);
};

/**
 * Places of a text in a title. Titles may end with places ("Death Road to Canada", "The Last of Us"): where the text
 * does not stand where regions do (`isSet`), they count in capitals only, or with "only". Codes are in capitals.
 */
function readRegion(text: string, { isSet }: { isSet: boolean }): string[] | null {
  const places = readPlaces(text, { isTitle: true });
  if (!places) return null;
  const isEverywhere = places.length === 1 && places[0] === "GLOBAL";
  if (isEverywhere) return /^all$|^any$|^world$|^international$/i.test(text) ? null : places;
  if (/(?<!\p{L})(?:\p{Ll}{2}|\p{Lu}\p{Ll})(?!\p{L})/u.test(text.replace(/\band\b/gi, ""))) return null;
  return isSet || limited.test(text) || plainPlaces.test(text) ? places : null;
}

function withFact(reading: Reading, fact: Fact, text: string): Reading {
  return {
    ...reading,
    isForPc: reading.isForPc || fact === "pc",
    console: reading.console ?? (fact === "console" ? text : null),
    isAddition: reading.isAddition || fact === "addition",
  };
}

/** Several regions of a title add up; exceptions stay exceptions. */
function withRegion(reading: Reading, text: string, places: readonly string[]): Reading {
  const isEverywhere = places.length === 1 && places[0] === "GLOBAL";
  const all = reading.places ?? [];
  const isExcept = all.some((place) => place.startsWith("!"));
  const known = isExcept ? all.filter((place) => place !== "GLOBAL") : all;
  return {
    ...reading,
    places: [...new Set([...places, ...known])],
    region: isEverywhere && !isExcept ? reading.region : [text, reading.region].filter(Boolean).join(", "),
  };
}

/** Without separators at the end, except a bracket that closes one in the text. */
function trimEnd(text: string): string {
  let end = text.length;
  for (; end > 0 && isSeparator(text[end - 1]!); end--) {
    const opening = text[end - 1] === "|" ? undefined : closing[text[end - 1]!];
    if (opening !== undefined && text.lastIndexOf(opening, end - 1) > text.lastIndexOf(text[end - 1]!, end - 2)) break;
  }
  return text.slice(0, end);
}

const kinds =
  "deluxe|ultimate|gold|premium|complete|definitive|special|legendary|collector['’]?s|anniversary|enhanced|extended|limited|supporter|founder['’]?s|game of the year|goty|director['’]?s cut|royal|digital|day one|launch";
const additions =
  "bundle|anthology|collection|season pass|expansion|soundtrack|ost|art ?book|upgrade|remastered|remaster|remake|redux|hd|classic|account|random|gift card|wallet|dlc|pack|trainer|costume|cosmetic|\\d+[ -]?(?:pack|x)|x\\d+|pack of|\\d+ (?:points|coins)|points|coins|beta|demo|skin";
/** The beginning of an edition, pack or extra in a title. */
// recheck-ignore: built from the constants above, without an unbounded quantifier
const edition = new RegExp(`[\\s\\p{Pd}:,+(\\[](?:${kinds}|${additions})\\b`, "iu");
const extra = /\s\+\s/u;

/** Suffixes of game titles that a product may leave out. */
const usualEditions = [
  "special edition",
  "definitive edition",
  "enhanced edition",
  "complete edition",
  "deluxe edition",
  "ultimate edition",
  "gold edition",
  "game of the year edition",
  "goty edition",
  "anniversary edition",
  "remastered",
  "redux",
];

/** Title keys of games that the product may be another edition of, for people to review. */
export function kindredKeys(name: string): string[] {
  const whole = titleKey(name);
  const bare = before(edition, before(extra, name));
  const base = bare === name ? whole : readTitle(bare).at(-1)!.key;
  return [whole, base, ...usualEditions.map((words) => `${base} ${words}`)];
}

/** The text up to the first match, all of it without one. */
function before(pattern: RegExp, text: string): string {
  const at = text.search(pattern);
  return at <= 0 ? text : trimEnd(text.slice(0, at));
}

const romans = ["ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "xi", "xii", "xiii", "xiv", "xv", "xvi"];
const numbers = [2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16].map(String);
const numberOf = new Map(romans.map((roman, n) => [roman, numbers[n]!]));
const romanOf = new Map(romans.map((roman, n) => [numbers[n]!, roman]));

/** A word with its number in digits: `iii` is `3`. "I" and "X" are words of their own. */
export const asNumber = (word: string) => numberOf.get(word) ?? word;

/** The key with numbers in the other notation. */
export function numeralKeys(key: string): string[] {
  if (!/ [\divx]{1,4}(?: |$)/.test(key)) return [];
  const words = key.split(" ");
  const variants = [
    words.map((word, n) => (n === 0 ? word : asNumber(word))).join(" "),
    words.map((word, n) => (n === 0 ? word : (romanOf.get(word) ?? word))).join(" "),
  ];
  return variants.filter((variant) => variant !== key);
}

/** Keys of other spellings that mean the same title: numbers, apostrophes, "and" or "&", and a leading article. */
export function spellings({ name, key }: Pick<TitleReading, "name" | "key">): string[] {
  const words = key.split(" ");
  const without = (n: number) => words.filter((_, at) => at !== n).join(" ");
  const ands = words.flatMap((word, n) => (word === "and" && n > 0 ? n : [])).slice(0, 3);
  const split = words.map((word) => (/^\p{L}{3,}s$/u.test(word) ? `${word.slice(0, -1)} s` : word));
  const plurals = words.flatMap((word, n) => (word === split[n] ? [] : n)).slice(0, 5);
  const variants = [
    name.includes("&") ? titleKey(name.replaceAll("&", " and ")) : key,
    key.replace(/(?<= )(\d{1,3})k(?= |$)/g, "$1 000"),
    key.replace(/(?<=\p{L}) s(?= |$)/gu, "s"),
    split.join(" "),
    ...plurals.map((n) => words.map((word, at) => (at === n ? split[n] : word)).join(" ")),
    words.filter((word) => word !== "and").join(" "),
    ...ands.map(without),
    words[0] === "the" ? without(0) : `the ${key}`,
  ];
  const all = [...variants, ...[key, ...variants].flatMap(numeralKeys)];
  return [...new Set(all)].filter((variant) => variant !== key && variant !== "");
}
