import { exceptSign, regionGroups } from "contract/markets/regions.ts";

const otherNames: Record<string, string> = {
  WORLDWIDE: "GLOBAL",
  "WORLD WIDE": "GLOBAL",
  WORLD: "GLOBAL",
  WW: "GLOBAL",
  "REGION FREE": "GLOBAL",
  "NO REGION LOCK": "GLOBAL",
  UNRESTRICTED: "GLOBAL",
  "NO RESTRICTIONS": "GLOBAL",
  INTERNATIONAL: "GLOBAL",
  ALL: "GLOBAL",
  "ALL COUNTRIES": "GLOBAL",
  "ALL REGIONS": "GLOBAL",
  ANY: "GLOBAL",
  ANYWHERE: "GLOBAL",
  EVERYWHERE: "GLOBAL",
  EUROPA: "EUROPE",
  "EUROPEAN UNION": "EU",
  "EUROPEAN ECONOMIC AREA": "EEA",
  SCANDINAVIA: "NORDICS",
  NORDIC: "NORDICS",
  BALTIC: "BALTICS",
  "LATIN AMERICA": "LATAM",
  "REST OF WORLD": "ROW",
  "REST OF THE WORLD": "ROW",
  "NORTH AMERICA": "NA",
  "CENTRAL AMERICA": "CENTRAL_AMERICA",
  "SOUTH AMERICA": "SOUTH_AMERICA",
  "SOUTHEAST ASIA": "SEA",
  "SOUTH EAST ASIA": "SEA",
  "ASIA PACIFIC": "APAC",
  "MIDDLE EAST": "MIDDLE_EAST",
  "MIDDLE EAST NORTH AFRICA": "MENA",
  UK: "GB",
  "GREAT BRITAIN": "GB",
  USA: "US",
  "UNITED STATES OF AMERICA": "US",
  UAE: "AE",
  KOREA: "KR",
  TURKEY: "TR",
  "RUSSIAN FEDERATION": "RU",
  NETHERLANDS: "NL",
  HOLLAND: "NL",
  "CZECH REPUBLIC": "CZ",
};

/** Codes that are not of countries: of unions, unassigned, and for private use. */
const noCountry = /^(?:AA|E[UZ]|Q[M-Z]|UN|X[A-JL-Z]|ZZ)$/;

/** The words of a text in capitals, without punctuation. */
const wordsOf = (text: string) =>
  text
    .toUpperCase()
    .replace(/\./g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The names of places, in words with single spaces, with their codes. */
const places = new Map([
  ...countryNames().map(([name, code]) => [wordsOf(name).join(" "), code] as const),
  ...regionGroups.map((group) => [group.replace("_", " "), group] as const),
  ...Object.entries(otherNames),
]);
const maxNameWords = 5;

/** More countries than any product names. */
const maxPlaces = 250;

/** Words around places that state nothing else. */
const fillers = new Set([
  ..."AND OR THE FOR ONLY REGION REGIONS REGIONAL LOCK LOCKED ZONE VERSION COUNTRIES".split(" "),
  ..."VPN ACTIVATED ACTIVATION REQUIRED".split(" "),
]);
const columnFillers = new Set([...fillers, ..."KEY KEYS ACCOUNTS MARKET STORE VALID WORKS AVAILABLE".split(" ")]);

/** What precedes the places where a product does not activate. */
const exceptions = [
  "EXCEPT FOR",
  "EXCEPT",
  "EXCEPTING",
  "EXCL",
  "EXCLUDING",
  "EXCLUDES",
  "EXCLUDED",
  "EXC",
  "WITHOUT",
  "W O",
  "BUT NOT IN",
  "BUT NOT",
  "NOT FOR",
  "NOT IN",
  "NOT AVAILABLE IN",
  "NOT VALID IN",
  "NOT WORKING IN",
  "DOES NOT WORK IN",
  "OUTSIDE OF",
  "OUTSIDE",
  "OTHER THAN",
].map((text) => text.split(" "));
const beginsException = (words: readonly string[], at: number): number =>
  exceptions.find((phrase) => phrase.every((word, n) => words[at + n] === word))?.length ?? 0;

/**
 * Where a product activates according to a text such as "US/CA only", "RU, CIS" or "Global (excl. US)": countries
 * (ISO 3166) and groups, with `!` before exceptions. `null` if the text is not completely recognized. `isTitle`: a part
 * of a title, whose words must be places only.
 */
export function readPlaces(text: string, { isTitle = false } = {}): string[] | null {
  const words = wordsOf(text.length > 10_000 ? "" : text);
  const ignored = isTitle ? fillers : columnFillers;
  const found: string[] = [];
  let sign = "";
  for (let at = 0; at < words.length; ) {
    const { place, size } = placeAt(words, at);
    const skipped = sign === "" ? beginsException(words, at) : 0;
    if (skipped > 0) {
      sign = exceptSign;
      at += skipped;
    } else if (place !== undefined) {
      found.push(sign + place);
      at += size;
    } else if (ignored.has(words[at]!)) at += 1;
    else return null;
  }
  if (found.length > maxPlaces) return null;
  const isOnlyExceptions = found.length > 0 && found.every((place) => place.startsWith(exceptSign));
  const all = [...new Set(isOnlyExceptions ? ["GLOBAL", ...found] : found)];
  // "without" whom, or nothing at all
  return found.length === 0 || (sign !== "" && !all.some((place) => place.startsWith(exceptSign))) ? null : all;
}

const lastWords = new Set([...[...places.keys()].map((name) => name.split(" ").at(-1)!), ...columnFillers]);

/** Whether a text that ends with this word may be one of places. */
export const endsLikePlace = (word: string) => lastWords.has(word.toUpperCase());

/** The place with the longest name that begins at that word. */
function placeAt(words: readonly string[], at: number): { place: string | undefined; size: number } {
  for (let size = Math.min(maxNameWords, words.length - at); size > 0; size--) {
    const place = places.get(words.slice(at, at + size).join(" "));
    if (place !== undefined) return { place, size };
  }
  return { place: undefined, size: 0 };
}

/** The countries by their codes and by their English names. */
function countryNames(): [name: string, code: string][] {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !noCountry.test(code))
    .flatMap((code) => {
      const name = new Intl.Locale(`und-${code}`).region === code ? names.of(code) : undefined;
      return name === undefined ? [] : [code, name].map((text) => [text, code] as [string, string]);
    });
}
