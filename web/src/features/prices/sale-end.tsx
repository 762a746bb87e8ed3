import { useHydrated } from "@tanstack/react-router";
import { daysUntil } from "contract/core/dates.ts";
import { useLanguage, useText } from "../../api/texts.ts";
import { classNames } from "../../ui/class-names.ts";

/** When a price ends: the date on a cached page, relative after hydration, nothing once it is over. */
export function SaleEnd({ at, className }: { at: string; className?: string }) {
  const language = useLanguage();
  const end = useSaleEnd(at);
  if (end === null) return null;
  return (
    <time dateTime={at} title={language.time(at)} className={classNames("text-warning", className)}>
      {end}
    </time>
  );
}

/** The same in words; `null` once it is over. */
export function useSaleEnd(at: string): string | null {
  const language = useLanguage();
  const text = useText();
  const hydrated = useHydrated();
  if (!hydrated) return text("game.ends_on", { date: language.date(at) });
  const days = daysUntil(at, Date.now());
  if (days === null) return null;
  if (days === 0) return text("game.ends_today", { time: language.clock(at) });
  if (days === 1) return text("game.ends_tomorrow", { time: language.clock(at) });
  return text("game.ends_in_days", { count: days });
}
