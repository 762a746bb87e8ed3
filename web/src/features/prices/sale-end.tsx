import { useHydrated } from "@tanstack/react-router";
import { daysUntil } from "contract/core/dates.ts";
import { useLanguage, useText } from "../../api/texts.ts";
import { classNames } from "../../ui/class-names.ts";

/** When the best price ends: the date on a cached page, relative after hydration, nothing once it is over. */
export function SaleEnd({ at, className }: { at: string; className?: string }) {
  const language = useLanguage();
  const text = useText();
  const hydrated = useHydrated();
  const days = hydrated ? daysUntil(at, Date.now()) : undefined;
  if (days === null) return null;
  return (
    <time dateTime={at} title={language.time(at)} className={classNames("text-warning", className)}>
      {days === undefined
        ? text("game.ends_on", { date: language.date(at) })
        : days === 0
          ? text("game.ends_today", { time: language.clock(at) })
          : days === 1
            ? text("game.ends_tomorrow", { time: language.clock(at) })
            : text("game.ends_in_days", { count: days })}
    </time>
  );
}
