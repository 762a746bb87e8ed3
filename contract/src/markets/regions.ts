const europeanUnion = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
const latinAmerica = "AR BO BR CL CO CR CU DO EC GT HN HT MX NI PA PE PR PY SV UY VE".split(" ");
const commonwealthOfStates = "AM AZ BY GE KG KZ MD RU TJ TM UA UZ".split(" ");
const northAmerica = ["CA", "US"];
const asia = "BD BN CN HK ID IN JP KH KR LA LK MM MN MO MY NP PH PK SG TH TW VN".split(" ");
/** Countries that stores exclude from "rest of the world", because they have their own regions. */
const ownRegions = new Set([...commonwealthOfStates, ...latinAmerica, ...asia, "TR"]);

/** Whether a country belongs to a region, by the names that stores use. */
const groups: Record<string, (country: string) => boolean> = {
  GLOBAL: () => true,
  EU: (country) => europeanUnion.includes(country),
  EEA: (country) => europeanUnion.includes(country) || ["IS", "LI", "NO"].includes(country),
  LATAM: (country) => latinAmerica.includes(country),
  CIS: (country) => commonwealthOfStates.includes(country),
  NA: (country) => northAmerica.includes(country),
  ASIA: (country) => asia.includes(country),
  ROW: (country) => !ownRegions.has(country),
};

/** Whether a product for these countries and regions activates in the country; `null` = not stated, so it does. */
export function activatesIn(places: readonly string[] | null, country: string): boolean {
  return (
    places === null ||
    places.some((place) => (Object.hasOwn(groups, place) ? groups[place]!(country) : place === country))
  );
}
