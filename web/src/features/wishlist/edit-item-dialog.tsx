import { maxNotesLength } from "contract/wishlist/rules.ts";
import type { WishlistItem } from "contract/wishlist/schema.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { Select } from "../../ui/select.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { useAccountForm } from "../accounts/use-account-form.ts";
import { priorityChoices } from "./priority.ts";
import { useWishlistChanges } from "./use-wishlist-changes.ts";
import { wishlistFailure } from "./wishlist-failure.ts";
import { useWishlistText } from "./wishlist-text.ts";

/** Edits notes and priority of a wishlisted game. */
export function EditItemDialog({ item, onClose }: { item: WishlistItem; onClose: () => void }) {
  const text = useWishlistText();
  const { update } = useWishlistChanges();
  const form = useAccountForm({
    check: () => null,
    send: async ({ notes = "", priority }) => {
      // a form turns line ends into two characters, which would count twice
      await update(item.wishlist_id, { notes: notes.replaceAll("\r\n", "\n").trim(), priority: Number(priority) });
      onClose();
    },
    explain: (error) => ({ box: wishlistFailure(error, text("wishlist.update_failed")) }),
  });
  return (
    <Dialog title={text("wishlist.edit_title")} onClose={onClose}>
      <form {...form.formProps} className="mt-2 grid gap-5">
        <p className="text-muted">{item.title}</p>
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <TextArea
          label={text("wishlist.notes")}
          hint={text("wishlist.notes_hint", { longest: maxNotesLength })}
          name="notes"
          rows={5}
          maxLength={maxNotesLength}
          defaultValue={item.notes}
          autoFocus
        />
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
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={form.sending}>
            {text(form.sending ? "wishlist.saving_item" : "wishlist.save_item")}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {text("wishlist.cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
