import type { StoreKind as Kind } from "contract/stores/schema.ts";
import { useGameText } from "../../api/game-text.ts";
import { Badge } from "../../ui/badge.tsx";

/** Whether a store has stock; nothing if it does not report it. */
export function StockBadge({ inStock }: { inStock: boolean | null }) {
  const text = useGameText();
  if (inStock === null) return null;
  return <Badge tone={inStock ? "positive" : "danger"}>{text(inStock ? "game.in_stock" : "game.out_of_stock")}</Badge>;
}

/** Whether a store sells with the publisher's consent, keys bought elsewhere, or for others (spec/prices 2.1). */
export function StoreKind({ kind }: { kind: Kind }) {
  const text = useGameText();
  if (kind === "official") return <span className="text-sm text-muted">{text("game.store_official")}</span>;
  return <Badge>{text(`game.store_${kind}`)}</Badge>;
}
