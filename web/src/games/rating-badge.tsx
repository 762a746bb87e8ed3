import { type RatingLevel, ratingLevel } from "contract/games/rules.ts";
import Star from "lucide-react/icons/star";
import { useText } from "../content-strings/texts.ts";
import { classNames } from "../ui/class-names.ts";

const colors: Record<RatingLevel, string> = {
  great: "text-rating-great",
  good: "text-rating-good",
  fair: "text-rating-fair",
  poor: "text-rating-poor",
};

/** The rating in the colour of its level, readable over any picture. A game without a rating shows none. */
export function RatingBadge({ rating, className }: { rating: number | null | undefined; className?: string }) {
  const text = useText();
  if (rating === null || rating === undefined) return null;
  return (
    <span
      className={classNames(
        "figures inline-flex h-7 items-center gap-1 rounded-md bg-scrim/90 px-2 text-sm font-semibold",
        colors[ratingLevel(rating)],
        className,
      )}
    >
      <Star aria-hidden className="size-3.5 fill-current" />
      <span className="sr-only">{text("game.rating")} </span>
      {rating.toFixed(1)}
    </span>
  );
}
