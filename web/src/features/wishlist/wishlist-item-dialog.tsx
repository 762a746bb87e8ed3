import type { WishlistItem } from "contract/wishlist/schema.ts";
import { Select } from "../../ui/select.tsx";
import { ItemDialog } from "./listed/item-dialog.tsx";
import { priorityChoices } from "./priority.ts";
import { useWishlistChanges } from "./use-wishlist-changes.ts";
import { useWishlistText } from "./wishlist-text.ts";

/** Edits notes and priority of a wishlisted game. */
export function WishlistItemDialog({ item, onClose }: { item: WishlistItem; onClose: () => void }) {
  const text = useWishlistText();
  const { update } = useWishlistChanges();
  return (
    <ItemDialog
      item={item}
      title={text("wishlist.edit_title")}
      failure={text("wishlist.update_failed")}
      onSave={({ notes, priority }) => update(item.wishlist_id, { notes, priority: Number(priority) })}
      onClose={onClose}
    >
      <div>
        <p aria-hidden className="mb-1.5 text-sm font-medium">
          {text("wishlist.priority")}
        </p>
        <Select label={text("wishlist.priority")} name="priority" defaultValue={item.priority}>
          {priorityChoices(item.priority).map(({ value, text: name }) => (
            <option key={value} value={value}>
              {name ? text(name) : value}
            </option>
          ))}
        </Select>
      </div>
    </ItemDialog>
  );
}
