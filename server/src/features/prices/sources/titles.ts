import { titleKey } from "contract/games/rules.ts";

/** A product's title without some of the suffixes that shops append, and their meaning. */
export interface TitleReading {
  name: string;
  /** For PC, or for a PC launcher. */
  isForPc: boolean;
  /** The other platform, in the shop's words. */
  console: string | null;
  /** The region to which it is restricted, in the shop's words. */
  region: string | null;
  /** An addition to a game, such as a DLC. */
  isAddition: boolean;
}

type Fact = "pc" | "console" | "region" | "addition" | "plain";

const launchers =
  "steam|epic(?: games)?(?: store| launcher)?|ea app|ea play|(?:ea )?origin|uplay|ubisoft connect|gog(?:\\.com)?|rockstar(?: games)?(?: launcher)?|battle\\.?net|bethesda(?:\\.net)?|giants";
const consoles =
  "xbox(?: (?:one|360|live|series x ?[|/&] ?s|series [xs]))?|ps ?[2345]|psn|ps vita|playstation(?: ?[2345])?|nintendo(?: switch(?: 2)?| eshop| 3ds)?|switch(?: 2)?|android|ios|meta quest(?: \\d)?";
const regions =
  "europe(?: & uk)?|european union|north america|south america|latin america|united states|united kingdom|turkey|türkiye|russia|asia|japan|korea|china|india|germany|france|italy|spain|poland|brazil|mexico|argentina|canada|australia|africa|middle east";

/**
 * The suffixes that shops append to titles. Titles may end with places ("Death Road to Canada", "The Last of Us"),
 * which count as regions only in capitals, in brackets, or after the kind of product. The Microsoft Store and keys do
 * not imply a platform.
 */
const endings: [Fact, RegExp][] = [
  ["pc", ending(`pc|windows(?: 1[01])?|mac(?:os)?|linux|${launchers}`)],
  ["console", ending(consoles)],
  // recheck-ignore: built from the constants above; its one run of blanks begins behind a word
  ["region", new RegExp(`(?:[(\\[]|(?<=\\b(?:keys?|gift|code|pc|steam|live))[\\s\\p{Pd}]+)(?<word>${regions})$`, "iu")],
  ["region", ending(`${regions.toUpperCase()}|EU|UK|US|USA|NA|RU|CIS|LATAM|ROW|EMEA|MENA|APAC|TR`, "u")],
  ["addition", ending("dlc")],
  ["plain", ending("global|worldwide|ww|region[ -]free")],
  ["plain", ending("(?:(?:cd|digital|activation|game)[ -])?keys?|gift|(?:microsoft|windows) store|standard edition")],
];

function ending(words: string, flags = "iu"): RegExp {
  // recheck-ignore: built from the constants above, without an unbounded quantifier
  return new RegExp(`[\\s\\p{Pd}/&,+(\\[|:](?<word>${words})$`, flags);
}

const otherMachines = /xbox|playstation|\bps ?[2345n]|nintendo|switch|android|\bios\b|quest/i;
const pc = /\b(pc|windows|steam|mac|macos|linux)\b/i;

/** The platforms that a text names. */
export function readPlatform(text: string): { isPc: boolean; isOther: boolean } {
  return { isPc: pc.test(text), isOther: otherMachines.test(text) };
}

/** Trailing punctuation. */
const loose = /(?<![\s\p{Pd}/&,+()[\]|:])[\s\p{Pd}/&,+()[\]|:]+$/u;

/** More suffixes than any serious title has. */
const maxReadings = 12;

/** The readings of a title, from the whole title to the bare name. */
export function readTitle(title: string): TitleReading[] {
  const whole = title.replace(/^(.+), (the|an?)$/i, "$2 $1");
  let reading: TitleReading = { name: whole, isForPc: false, console: null, region: null, isAddition: false };
  const readings = [reading];
  for (let next = shorten(reading); next && readings.length < maxReadings; next = shorten(reading)) {
    reading = next;
    readings.push(reading);
  }
  return readings;
}

function shorten(reading: TitleReading): TitleReading | null {
  const name = reading.name.replace(loose, "");
  for (const [fact, pattern] of endings) {
    const found = pattern.exec(name);
    const rest = found && name.slice(0, found.index).replace(loose, "");
    if (!rest) continue;
    const word = found.groups!.word!;
    return {
      name: rest,
      isForPc: reading.isForPc || fact === "pc",
      console: reading.console ?? (fact === "console" ? word : null),
      region: reading.region ?? (fact === "region" ? word : null),
      isAddition: reading.isAddition || fact === "addition",
    };
  }
  return null;
}

const kinds =
  "deluxe|ultimate|gold|premium|complete|definitive|special|legendary|collector['’]?s|anniversary|enhanced|extended|limited|supporter|founder['’]?s|game of the year|goty|director['’]?s cut|royal|digital|day one|launch";
/** The beginning of an edition, pack or extra in a title. */
// recheck-ignore: built from the constants above, without an unbounded quantifier
const edition = new RegExp(
  `[\\s\\p{Pd}:,+(\\[](?:${kinds}|bundle|anthology|collection|season pass|expansion pass|soundtrack|upgrade|remastered|redux)\\b`,
  "iu",
);
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
  const bare = before(edition, before(extra, name)).replace(loose, "");
  const base = bare === name ? whole : titleKey(bare);
  return [whole, base, ...usualEditions.map((words) => `${base} ${words}`)];
}

/** The text up to the first match, all of it without one. */
function before(pattern: RegExp, text: string): string {
  const at = text.search(pattern);
  return at < 0 ? text : text.slice(0, at);
}
