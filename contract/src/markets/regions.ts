/** The country of a site's first market. */
export const firstCountry = "US";

const europeanUnion = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK";
const economicArea = `${europeanUnion} IS LI NO`;
/** Without countries that stores sell in as a part of the CIS. */
const europe = `${economicArea} AD AL BA CH FO GB GG GI IM JE MC ME MK RS SM VA XK`;
const centralAmerica = "BZ CR GT HN NI PA SV";
const southAmerica = "AR BO BR CL CO EC GY PE PY SR UY VE";
const latinAmerica = `${centralAmerica} ${southAmerica} CU DO HT MX`;
const northAmerica = "CA US";
const commonwealthOfStates = "AM AZ BY GE KG KZ MD RU TJ TM UA UZ";
const southEastAsia = "BN ID KH LA MM MY PH SG TH TL VN";
const asia = `${southEastAsia} BD BT CN HK IN JP KR LK MN MO MV NP PK TW`;
const oceania = "AU FJ NZ PG";
const gulf = "AE BH KW OM QA SA";
const middleEast = `${gulf} IL IQ IR JO LB PS SY YE`;
const northAfrica = "DZ EG LY MA TN";
const africa = `${northAfrica} AO BF BI BJ BW CD CF CG CI CM CV DJ ER ET GA GH GM GN GQ GW KE KM LR LS MG ML MR MU
  MW MZ NA NE NG RW SC SD SL SN SO SS ST SZ TD TG TZ UG ZA ZM ZW`;
/** Countries that stores exclude from "rest of the world", because they have their own regions. */
const ownRegions = `${commonwealthOfStates} ${latinAmerica} ${asia} TR`;

const countriesOf = (codes: string) => new Set(codes.split(/\s+/));

/** The countries of each group that stores name; `GLOBAL` and `ROW` are all but these. */
const groups: Record<string, ReadonlySet<string>> = {
  EU: countriesOf(europeanUnion),
  EEA: countriesOf(economicArea),
  EUROPE: countriesOf(europe),
  NORDICS: countriesOf("DK FI IS NO SE"),
  BENELUX: countriesOf("BE LU NL"),
  BALTICS: countriesOf("EE LT LV"),
  DACH: countriesOf("AT CH DE"),
  NA: countriesOf(northAmerica),
  LATAM: countriesOf(latinAmerica),
  CENTRAL_AMERICA: countriesOf(centralAmerica),
  SOUTH_AMERICA: countriesOf(southAmerica),
  AMERICAS: countriesOf(`${northAmerica} ${latinAmerica}`),
  CIS: countriesOf(commonwealthOfStates),
  ASIA: countriesOf(asia),
  SEA: countriesOf(southEastAsia),
  OCEANIA: countriesOf(oceania),
  APAC: countriesOf(`${asia} ${oceania}`),
  GCC: countriesOf(gulf),
  MIDDLE_EAST: countriesOf(middleEast),
  MENA: countriesOf(`${middleEast} ${northAfrica}`),
  AFRICA: countriesOf(africa),
  EMEA: countriesOf(`${europe} ${middleEast} ${africa} TR`),
};
const allBut: Record<string, ReadonlySet<string>> = { GLOBAL: new Set(), ROW: countriesOf(ownRegions) };

/** Groups of countries that shops name. */
export const regionGroups: readonly string[] = [...Object.keys(groups), ...Object.keys(allBut)];

/** Begins a place where a product does not activate. */
export const exceptSign = "!";

/**
 * Whether a product for these countries and groups activates in the country; `null` = not stated, so it does. `!US` is
 * an exception: `["GLOBAL", "!US"]` is everywhere except the United States.
 */
export function activatesIn(places: readonly string[] | null, country: string): boolean {
  if (places === null) return true;
  if (places.some((place) => place.startsWith(exceptSign) && isPart(country, place.slice(1)))) return false;
  return places.some((place) => !place.startsWith(exceptSign) && isPart(country, place));
}

function isPart(country: string, place: string): boolean {
  if (Object.hasOwn(allBut, place)) return !allBut[place]!.has(country);
  return Object.hasOwn(groups, place) ? groups[place]!.has(country) : place === country;
}
