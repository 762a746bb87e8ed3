import { formatDate, formatTime } from "contract/dates.ts";
import type { GameOffer } from "contract/games/schema.ts";
import { useGameText } from "../games/game-text.ts";

/** Until when an offer is given away, or last was; nothing where it never was, or nobody knows for how long. */
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
