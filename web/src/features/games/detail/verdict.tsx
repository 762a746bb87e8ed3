import type { Insight } from "contract/games/schema.ts";
import { useGameText } from "../../../api/game-text.ts";
import { classNames } from "../../../ui/class-names.ts";

const tones: Record<Insight["verdict"], string> = {
  great: "text-positive",
  good: "text-positive",
  fair: "text-text",
  wait: "text-warning",
};

/** How today's price compares with its history, in one sentence. */
export function Verdict({ insight, className }: { insight: Insight; className?: string }) {
  const text = useGameText();
  const period = usePeriod(insight.days);
  const verdict = text(`game.verdict.${insight.verdict}`);
  const share = insight.cheaper_share;
  const percent = wholePercent(share);
  return (
    <p className={classNames("font-medium", tones[insight.verdict], className)}>
      {share === 0
        ? text("game.verdict_never", { verdict, period })
        : text(share < 0.25 ? "game.verdict_rarely" : "game.verdict_often", { verdict, percent, period })}
    </p>
  );
}

/** The observed period in words. */
export function usePeriod(days: number): string {
  const text = useGameText();
  return days >= 360 && days <= 366 ? text("game.period.year") : text("game.period.days", { days });
}

/** A share in whole percent; at least 1 for anything above 0. */
export function wholePercent(share: number): number {
  return share > 0 ? Math.max(1, Math.round(share * 100)) : 0;
}
