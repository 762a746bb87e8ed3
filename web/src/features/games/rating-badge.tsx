import type { RatingLevel } from "contract/games/rules.ts";
import { useText } from "../../api/texts.ts";
import { classNames } from "../../ui/class-names.ts";
import { RepeatedIcon } from "../../ui/repeated-icon.tsx";

const grounds: Record<RatingLevel, string> = {
  great: "bg-level-great/12",
  good: "bg-level-good/12",
  fair: "bg-level-fair/12",
  poor: "bg-level-poor/12",
};

/** The rating in its level's color. */
export function RatingBadge({ rating, level }: { rating: string; level: RatingLevel }) {
  const text = useText();
  return (
    <span className={classNames("badge text-sm", grounds[level], ratingColors[level])}>
      <RepeatedIcon name="star" className="size-3 fill-current" />
      <span className="sr-only">{`${text("game.rating")} `}</span>
      {rating}
    </span>
  );
}

/** Green, yellow, orange, red (spec/games 1.4). */
export const ratingColors: Record<RatingLevel, string> = {
  great: "text-level-great",
  good: "text-level-good",
  fair: "text-level-fair",
  poor: "text-level-poor",
};
