/** Groups of countries that feeds name. */
export const activationGroups = ["EU", "EEA", "LATAM", "CIS", "ROW", "NA", "ASIA", "GLOBAL"] as const;

const otherNames: Record<string, string> = {
  GLOBAL: "GLOBAL",
  WORLDWIDE: "GLOBAL",
  "WORLD WIDE": "GLOBAL",
  WW: "GLOBAL",
  "REGION FREE": "GLOBAL",
  "REGION-FREE": "GLOBAL",
  ALL: "GLOBAL",
  ANY: "GLOBAL",
  EUROPE: "EU",
  "EUROPEAN UNION": "EU",
  "EUROPEAN ECONOMIC AREA": "EEA",
  "LATIN AMERICA": "LATAM",
  "REST OF WORLD": "ROW",
  "REST OF THE WORLD": "ROW",
  "NORTH AMERICA": "NA",
  UK: "GB",
  USA: "US",
  UAE: "AE",
  KOREA: "KR",
  TURKEY: "TR",
  "CZECH REPUBLIC": "CZ",
};

/** Codes that are not of countries: of unions, unassigned, and for private use. */
const noCountry = /^(?:AA|E[UZ]|Q[M-Z]|UN|X[A-JL-Z]|ZZ)$/;

/** The names of places, in capitals, with their codes. */
const places = new Map([
  ...countryNames(),
  ...activationGroups.map((group) => [group, group] as const),
  ...Object.entries(otherNames),
]);

/** More countries than any product names. */
const maxPlaces = 250;

/**
 * Where a key can be activated: countries (ISO 3166) and groups, by its region column or, without one, by the text
 * after the word "Key" in its title. `null` if that is not stated, or not completely recognized.
 */
export function readActivation(region: string | undefined, title: string | undefined): string[] | null {
  const stated = region ?? endOf(title ?? "");
  const named = stated.toUpperCase().split(/[,;/|&]/, maxPlaces + 1);
  if (named.length > maxPlaces) return null;
  const found = named.map((name) => places.get(name.trim()));
  return found.includes(undefined) ? null : [...new Set(found as string[])];
}

/** `EUROPE` of "Road 96 (PC) Steam Key EUROPE" and of "Road 96 Steam Key (PC) EUROPE". */
function endOf(title: string): string {
  const [, end = ""] = /^.*\bkeys?\b(.*)$/is.exec(title) ?? [];
  return end.replace("(PC)", "").replace(/[()[\]\p{Pd}]/gu, " ");
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
      return name === undefined ? [] : [code, name.toUpperCase()].map((text) => [text, code] as [string, string]);
    });
}
