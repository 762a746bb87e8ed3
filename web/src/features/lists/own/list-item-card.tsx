import type { ListItem } from "contract/lists/schema.ts";
import { maxNotesLength } from "contract/wishlist/rules.ts";
import { useCountry } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { useDeliverablePrice } from "../../wishlist/listed/basket-queries.ts";
import { ItemDialog } from "../../wishlist/listed/item-dialog.tsx";
import { ListedGameCard } from "../../wishlist/listed/listed-game-card.tsx";
import { wishlistFailure } from "../../wishlist/wishlist-failure.ts";
import { useListsText } from "../lists-text.ts";
import { listBasketQueries } from "../queries.ts";
import { useListChanges } from "../use-list-changes.ts";

interface ListItemCardProps {
  listId: number;
  item: ListItem;
  /** Called after the removal. */
  onRemoved: () => void;
}

/** A game on a list: prices, notes and actions. */
export function ListItemCard({ listId, item, onRemoved }: ListItemCardProps) {
  const text = useListsText();
  const { removeGame, setNotes } = useListChanges();
  const deliverable = useDeliverablePrice(listBasketQueries(useCall(), listId, useCountry()), item.game_id);

  const onRemove = async () => {
    try {
      await removeGame(listId, item.game_id);
      onRemoved();
      return true;
    } catch (error) {
      console.error(wishlistFailure(error, "Failed to remove from list"));
      return false;
    }
  };
  return (
    <ListedGameCard
      item={item}
      deliverable={deliverable}
      onRemove={onRemove}
      renderDialog={(onClose) => (
        <ItemDialog
          item={item}
          title={text("lists.notes_title")}
          hint={text("lists.notes_hint", { longest: maxNotesLength })}
          failure={text("lists.update_failed")}
          onSave={({ notes }) => setNotes(listId, item.item_id, notes)}
          onClose={onClose}
        />
      )}
    />
  );
}
