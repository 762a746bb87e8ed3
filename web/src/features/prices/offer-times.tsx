import { useHydrated } from "@tanstack/react-router";
import { formatAge, formatDate, formatTime } from "contract/core/dates.ts";
import type { GameOffer } from "contract/games/schema.ts";
import { useGameText } from "../../api/game-text.ts";

/** When an offer's giveaway ends or ended, if known. */
export function GiveawayNote({ offer }: { offer: GameOffer }) {
  const text = useGameText();
  const until = offer.ends_at ?? offer.was_free_until;
  if (until === null) return null;
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
