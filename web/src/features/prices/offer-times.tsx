import { useHydrated } from "@tanstack/react-router";
import { formatAge, formatDate, formatTime } from "contract/core/dates.ts";
import { useGameText } from "../../api/game-text.ts";
import type { StatedOffer } from "./offers.ts";

/** When an offer's giveaway ends or ended, if known. */
export function GiveawayNote({ offer }: { offer: StatedOffer }) {
  const text = useGameText();
  const until = offer.ends_at ?? offer.was_free_until;
  if (!until) return null;
  const date = formatDate(until);
  return (
    <time
      dateTime={until}
      title={formatTime(until)}
      className={offer.ends_at ? "font-medium text-positive" : undefined}
    >
      {offer.ends_at ? text("game.free_until", { date }) : text("game.was_free_until", { date })}
    </time>
  );
}

/** When an offer was last seen: the date on a cached page, the age after hydration. */
export function LastSeen({ at }: { at: string }) {
  const text = useGameText();
  const time = useHydrated() ? formatAge(at, Date.now()) : formatDate(at);
  return (
    <time dateTime={at} title={formatTime(at)}>
      {text("game.checked", { time })}
    </time>
  );
}

const regionNames = new Intl.DisplayNames("en", { type: "region" });
/** Names of groups of countries that are shown in full. */
const groupNames: Record<string, string> = { LATAM: "Latin America", NA: "North America", ROW: "other countries" };

/** Where a key can be activated: countries, and groups such as the EU. */
export function ActivationNote({ places }: { places: readonly string[] }) {
  const text = useGameText();
  if (places.includes("GLOBAL")) return null;
  const nameOf = (place: string) => groupNames[place] ?? (place.length === 2 ? regionNames.of(place) : place);
  const names = places.map(nameOf).join(", ");
  return (
    // the names of countries differ between browsers
    <span title={names} suppressHydrationWarning className="max-w-full truncate">
      {text("game.activates_in", { places: names })}
    </span>
  );
}
