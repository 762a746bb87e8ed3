import type { DealSection } from "contract/games/deals.ts";
import { useMoney } from "../../../api/market.ts";
import { GameTile } from "../tile/game-tile.tsx";
import { dealReason } from "./deal-reason.ts";
import { useDealText } from "./deal-text.ts";
import type { ShownDeal } from "./top-deals-query.ts";

interface DealTileProps {
  deal: ShownDeal;
  section: DealSection;
  size?: "small" | "large";
  load?: "late" | "soon" | "first";
}

/** A deal with the reason why it is one; large ones show their score. */
export function DealTile({ deal, section, size = "small", load }: DealTileProps) {
  const text = useDealText();
  const { format } = useMoney();
  const reason = dealReason(deal, section);
  const percent = reason && "percent" in reason ? reason.percent : 0;
  const amount = reason && "amount" in reason ? format(reason.amount) : "";
  return (
    <GameTile game={deal} size={size} load={load}>
      {reason && text(reason.key, { percent, amount } as never)}
      {size === "large" && deal.score !== null && (
        <span className="figures float-right text-muted">{text("deals.score", { score: Math.round(deal.score) })}</span>
      )}
    </GameTile>
  );
}
