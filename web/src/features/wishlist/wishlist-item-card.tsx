import type { WishlistItem } from "contract/wishlist/schema.ts";
import { useCountry } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { useDeliverablePrice } from "./listed/basket-queries.ts";
import { ListedGameCard } from "./listed/listed-game-card.tsx";
import { basketQueries } from "./queries.ts";
import { useWishlistChanges } from "./use-wishlist-changes.ts";
import { wishlistFailure } from "./wishlist-failure.ts";
import { WishlistItemDialog } from "./wishlist-item-dialog.tsx";
import { useWishlistText } from "./wishlist-text.ts";

interface WishlistItemCardProps {
  item: WishlistItem;
  /** Called after the removal. */
  onRemoved: () => void;
}

/** A wishlisted game: prices, notes and actions. */
export function WishlistItemCard({ item, onRemoved }: WishlistItemCardProps) {
  const { remove } = useWishlistChanges();
  const deliverable = useDeliverablePrice(basketQueries(useCall(), useCountry()), item.game_id);

  const onRemove = async () => {
    try {
      await remove(item.game_id);
      onRemoved();
      return true;
    } catch (error) {
      console.error(wishlistFailure(error, "Failed to remove from wishlist"));
      return false;
    }
  };
  return (
    <ListedGameCard
      item={item}
      deliverable={deliverable}
      badge={<Priority priority={item.priority} />}
      onRemove={onRemove}
      renderDialog={(onClose) => <WishlistItemDialog item={item} onClose={onClose} />}
    />
  );
}

function Priority({ priority }: { priority: number }) {
  const text = useWishlistText();
  if (priority === 0) return null;
  const label =
    priority === 1
      ? text("wishlist.priority_high")
      : priority === -1
        ? text("wishlist.priority_low")
        : text("wishlist.priority_other", { number: priority });
  return <Badge tone={priority > 0 ? "warning" : "neutral"}>{label}</Badge>;
}
