import { type DealPart, dealWeights, minScoredDays } from "contract/games/deal-score.ts";
import { useDealText } from "./deal-text.ts";

/** How the best deals are ranked. */
export function ScoreExplanation() {
  const text = useDealText();
  return (
    <details className="mt-12 max-w-prose text-sm">
      <summary className="font-medium">{text("deals.score_title")}</summary>
      <div className="mt-2 text-muted">
        <p>{text("deals.score_text")}</p>
        <ul className="ml-5 list-disc">
          {Object.entries(dealWeights).map(([part, points]) => (
            <li key={part}>{text(`deals.score.${part as DealPart}`, { points })}</li>
          ))}
        </ul>
        <p className="mt-2">{text("deals.score_young", { days: minScoredDays })}</p>
      </div>
    </details>
  );
}
