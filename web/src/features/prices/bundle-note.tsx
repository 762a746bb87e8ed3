import type { Game } from "contract/games/schema.ts";
import { useMoney } from "../../api/market.ts";
import { useText } from "../../api/texts.ts";
import { classNames } from "../../ui/class-names.ts";
import { RepeatedIcon } from "../../ui/repeated-icon.tsx";

interface BundleNoteProps {
  bundle: NonNullable<Game["bundle"]>;
  className?: string;
}

/** The bundle on sale that has a game, as far as it is known. */
export function BundleNote({ bundle: { games, from_price }, className }: BundleNoteProps) {
  const text = useText();
  const { format } = useMoney();
  const words = () => {
    if (games === null) return text("game.bundle");
    if (from_price === null) return text("game.bundle_games", { count: games });
    return text("game.bundle_games_from", { count: games, price: format(from_price) });
  };
  return (
    <span className={classNames("flex min-w-0 items-start gap-1", className)}>
      <RepeatedIcon name="package" className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0 break-words">{words()}</span>
    </span>
  );
}
