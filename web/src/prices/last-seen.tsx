import { useHydrated } from "@tanstack/react-router";
import { formatAge, formatDate, formatTime } from "contract/dates.ts";
import { useGameText } from "../games/game-text.ts";

/** How long ago something was last known to be so. The page from the server is kept a while, so it names the day instead. */
export function LastSeen({ at }: { at: string }) {
  const text = useGameText();
  const time = useHydrated() ? formatAge(at, Date.now()) : formatDate(at);
  return (
    <time dateTime={at} title={formatTime(at)}>
      {text("game.checked", { time })}
    </time>
  );
}
