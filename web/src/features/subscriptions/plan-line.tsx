import { planTexts } from "contract/content-strings/defaults/personal/plan.ts";
import type { GameDetail } from "contract/games/schema.ts";
import Ticket from "lucide-static/icons/ticket.svg?react";
import { useLanguage, useTextOf } from "../../api/texts.ts";
import { useMyPlans } from "./my-plans.ts";

/** Which subscriptions have the game, the visitor's own first; nothing if none has it. */
export function PlanLine({ game }: { game: Pick<GameDetail, "subscriptions"> }) {
  const text = useTextOf(planTexts);
  const language = useLanguage();
  const mine = useMyPlans();
  const all = game.subscriptions;
  const own = all.filter(({ plan }) => mine.includes(plan));
  const shown = own.length > 0 ? own : all;
  const [first] = shown;
  if (!first) return null;
  const ends = (one: typeof first) => one.until ?? one.leaving_on;
  // those that end alike are one line
  const plan = language.list(shown.filter((one) => ends(one) === ends(first)).map(({ name }) => name));
  const kind = own.length > 0 ? "mine" : "in";
  const date = ends(first);
  return (
    <p className="mb-3 flex items-start gap-2 text-sm">
      <Ticket aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      {date !== null
        ? text(`plans.${kind}_until`, { plan, date: language.date(date) })
        : first.likely_until !== null
          ? text(`plans.${kind}_likely`, { plan, month: language.month(Date.parse(first.likely_until)) })
          : text(`plans.${kind}`, { plan })}
    </p>
  );
}
