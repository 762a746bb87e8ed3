import type { dealTexts } from "contract/content-strings/defaults/deal.ts";
import type { DealSection } from "contract/games/deals.ts";
import { nearLow } from "contract/games/filter-labels.ts";
import { isSteamReference } from "contract/games/rules.ts";
import { useMoney } from "../../../api/market.ts";
import { GameTile } from "../tile/game-tile.tsx";
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

type ReasonKey = Extract<keyof typeof dealTexts, `deals.reason.${string}`>;

/** Why a game is a deal: a text key with its percentage or amount. */
type DealReason = { key: ReasonKey } & ({ percent: number } | { amount: number } | object);

const percentBelow = (price: number, other: number) => Math.max(1, Math.round((1 - price / other) * 100));

/** The strongest reason for a deal; `null` without one. */
export function dealReason(deal: ShownDeal, section: DealSection): DealReason | null {
  const { best_price: best, historical_low: low, previous_low: previousLow, previous_price: previous } = deal;
  if (best === null) return null;
  const dropped: DealReason | null =
    previous !== null && best < previous
      ? { key: "deals.reason.dropped", percent: percentBelow(best, previous) }
      : null;
  if (section === "dropped" && dropped) return dropped;
  const isLow = deal.lowest_ever && best === low;
  if (isLow && !deal.ties_low && previousLow !== null && best < previousLow) {
    return { key: "deals.reason.below_low", percent: percentBelow(best, previousLow) };
  }
  if (isLow) return { key: "deals.reason.at_low" };
  if (low !== null && low > 0 && best > low && best <= low * (1 + nearLow / 100)) {
    return { key: "deals.reason.near_low", percent: Math.max(1, Math.round((best / low - 1) * 100)) };
  }
  if (deal.cut > 0 && deal.reference_price !== null) {
    const key = isSteamReference(deal) ? "deals.reason.below_steam" : "deals.reason.below_regular";
    return { key, amount: deal.reference_price - best };
  }
  return dropped;
}
