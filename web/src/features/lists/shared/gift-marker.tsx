import Gift from "lucide-react/icons/gift";
import { useState } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import type { TileGame } from "../../games/tile/tile-game.ts";
import { wishlistFailure } from "../../wishlist/wishlist-failure.ts";
import { useListsText } from "../lists-text.ts";
import type { Gifts } from "./use-gifts.ts";

/** Shows friends whether a game is taken as a gift, and lets them mark it. */
export function GiftMarker({ gifts, game }: { gifts: Gifts; game: TileGame }) {
  const text = useListsText();
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (gifts.viewer !== "friend") return null;
  const mine = gifts.marks.get(game.id);

  const run = async (change: (gameId: number) => Promise<void>) => {
    setRunning(true);
    setFailure(undefined);
    try {
      await change(game.id);
    } catch (error) {
      setFailure(wishlistFailure(error, text("gifts.failed")));
    } finally {
      setRunning(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {mine === undefined ? (
        <Button
          size="small"
          disabled={running}
          aria-label={`${text("gifts.give")}: ${game.title}`}
          onClick={() => run(gifts.mark)}
        >
          <Gift aria-hidden className="size-4" />
          {text("gifts.give")}
        </Button>
      ) : (
        <Badge tone={mine ? "positive" : "neutral"}>{text(mine ? "gifts.mine" : "gifts.taken")}</Badge>
      )}
      {mine && (
        <Button
          kind="quiet"
          size="small"
          disabled={running}
          aria-label={`${text("gifts.take_back")}: ${game.title}`}
          onClick={() => run(gifts.takeBack)}
        >
          {text("gifts.take_back")}
        </Button>
      )}
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}
