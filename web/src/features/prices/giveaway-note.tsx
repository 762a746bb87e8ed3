import { useGameText } from "../../api/game-text.ts";
import { useLanguage } from "../../api/texts.ts";
import type { StatedOffer } from "./offers.ts";

/** When an offer's giveaway ends or ended, if known. */
export function GiveawayNote({ offer }: { offer: StatedOffer }) {
  const language = useLanguage();
  const text = useGameText();
  const until = offer.ends_at ?? offer.was_free_until;
  if (!until) return null;
  const date = language.date(until);
  return (
    <time
      dateTime={until}
      title={language.time(until)}
      className={offer.ends_at ? "font-medium text-positive" : undefined}
    >
      {offer.ends_at ? text("game.free_until", { date }) : text("game.was_free_until", { date })}
    </time>
  );
}
