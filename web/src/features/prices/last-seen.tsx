import { useHydrated } from "@tanstack/react-router";
import { formatAge, formatDate, formatTime } from "contract/core/dates.ts";
import { useGameText } from "../../api/game-text.ts";

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
