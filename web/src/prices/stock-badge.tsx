import { useGameText } from "../games/game-text.ts";
import { Badge } from "../ui/badge.tsx";

/** Whether a store can deliver; nothing where it does not say. */
export function StockBadge({ inStock }: { inStock: boolean | null }) {
  const text = useGameText();
  if (inStock === null) return null;
  return <Badge tone={inStock ? "positive" : "danger"}>{text(inStock ? "game.in_stock" : "game.out_of_stock")}</Badge>;
}
