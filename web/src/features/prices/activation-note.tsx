import { exceptSign } from "contract/markets/regions.ts";
import { useGameText } from "../../api/game-text.ts";

const regionNames = new Intl.DisplayNames("en", { type: "region" });
/** Names of groups of countries that are shown in full. */
const groupNames: Record<string, string> = {
  EUROPE: "Europe",
  LATAM: "Latin America",
  NA: "North America",
  ROW: "other countries",
  ASIA: "Asia",
  SEA: "Southeast Asia",
  OCEANIA: "Oceania",
  APAC: "Asia and the Pacific",
  CENTRAL_AMERICA: "Central America",
  SOUTH_AMERICA: "South America",
  AMERICAS: "the Americas",
  NORDICS: "the Nordic countries",
  BENELUX: "Benelux",
  BALTICS: "the Baltic states",
  MIDDLE_EAST: "the Middle East",
  MENA: "the Middle East and North Africa",
  AFRICA: "Africa",
};

const nameOf = (place: string) => groupNames[place] ?? (place.length === 2 ? regionNames.of(place) : place);

/** Where a key can be activated: countries, and groups such as the EU, with exceptions. */
export function ActivationNote({ places }: { places: readonly string[] }) {
  const text = useGameText();
  const isException = (place: string) => place.startsWith(exceptSign);
  const allowed = places.includes("GLOBAL") ? [] : places.filter((place) => !isException(place)).map(nameOf);
  const excepted = places.filter(isException).map((place) => nameOf(place.slice(exceptSign.length)));
  const notes = [
    ...(allowed.length > 0 ? [text("game.activates_in", { places: allowed.join(", ") })] : []),
    ...(excepted.length > 0 ? [text("game.not_activated_in", { places: excepted.join(", ") })] : []),
  ];
  if (notes.length === 0) return null;
  return (
    // the names of countries differ between browsers
    <span title={[...allowed, ...excepted].join(", ")} suppressHydrationWarning className="max-w-full truncate">
      {notes.join(". ")}
    </span>
  );
}
