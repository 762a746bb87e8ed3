import type { Insight } from "contract/games/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { useGameText } from "../../../api/game-text.ts";
import { useStores } from "../../../api/stores.ts";
import { classNames } from "../../../ui/class-names.ts";

const tones: Record<NonNullable<Insight["verdict"]>, string> = {
  great: "text-positive",
  good: "text-positive",
  fair: "text-text",
  wait: "text-warning",
};

/** How today's price compares with its history, in one sentence. */
export function Verdict({ className, ...about }: VerdictProps) {
  const { sentence, tone } = useVerdict(about);
  return <p className={classNames(tone, className)}>{sentence}</p>;
}

/** The sentence, and the style that fits the verdict. */
export function useVerdict({ insight, bestStore }: Omit<VerdictProps, "className">): {
  sentence: string;
  tone: string;
} {
  const text = useGameText();
  const { storeOf } = useStores();
  const period = usePeriod(insight.days);
  const { verdict, cheaper_share: share } = insight;
  if (verdict === null || share === null) {
    return { sentence: text("game.verdict_unknown"), tone: "text-muted" };
  }
  // the past of key shops may be too short to compare with
  const isOther = insight.kind === "official" && bestStore !== null && storeOf(bestStore).kind !== "official";
  const named = text(`game.verdict.${verdict}`);
  const sentence = share === 0 ? "never" : share < 0.25 ? "rarely" : "often";
  const values = { verdict: isOther ? text("game.verdict_official", { verdict: named }) : named, period };
  return {
    sentence: text(`game.verdict_${sentence}`, { ...values, percent: wholePercent(share) }),
    tone: classNames("font-medium", tones[verdict]),
  };
}

interface VerdictProps {
  insight: Insight;
  /** The store of the best price. */
  bestStore: StoreKey | null;
  className?: string;
}

/** The observed period in words. */
function usePeriod(days: number): string {
  const text = useGameText();
  if (days >= 725) return text("game.period.years");
  return days >= 360 && days <= 366 ? text("game.period.year") : text("game.period.days", { days });
}

/** A share in whole percent; at least 1 for anything above 0. */
export function wholePercent(share: number): number {
  return share > 0 ? Math.max(1, Math.round(share * 100)) : 0;
}
