import { useGameText } from "../../api/game-text.ts";

const regionNames = new Intl.DisplayNames("en", { type: "region" });
/** Names of groups of countries that are shown in full. */
const groupNames: Record<string, string> = { LATAM: "Latin America", NA: "North America", ROW: "other countries" };

/** Where a key can be activated: countries, and groups such as the EU. */
export function ActivationNote({ places }: { places: readonly string[] }) {
  const text = useGameText();
  if (places.includes("GLOBAL")) return null;
  const nameOf = (place: string) => groupNames[place] ?? (/^[A-Z]{2}$/.test(place) ? regionNames.of(place) : place);
  const names = places.map(nameOf).join(", ");
  return (
    // the names of countries differ between browsers
    <span title={names} suppressHydrationWarning className="max-w-full truncate">
      {text("game.activates_in", { places: names })}
    </span>
  );
}
