import type { RatingLevel } from "contract/games/rules.ts";
import Star from "lucide-react/icons/star";
import { useText } from "../content-strings/texts.ts";
import { classNames } from "../ui/class-names.ts";
import { ratingColors } from "./rating-colors.ts";

const grounds: Record<RatingLevel, string> = {
  great: "bg-level-great/12",
  good: "bg-level-good/12",
  fair: "bg-level-fair/12",
  poor: "bg-level-poor/12",
};

/** The rating in the colour of its level. */
export function RatingBadge({ rating, level }: { rating: string; level: RatingLevel }) {
  const text = useText();
  return (
    <span className={classNames("badge text-sm", grounds[level], ratingColors[level])}>
      <Star aria-hidden className="size-3 fill-current" />
      <span className="sr-only">{`${text("game.rating")} `}</span>
      {rating}
    </span>
  );
}
