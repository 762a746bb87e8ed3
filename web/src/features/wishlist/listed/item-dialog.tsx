import { maxNotesLength } from "contract/wishlist/rules.ts";
import type { ListedGame } from "contract/wishlist/schema.ts";
import type { ReactNode } from "react";
import { type FormValues, useForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { wishlistFailure } from "../wishlist-failure.ts";
import { useWishlistText } from "../wishlist-text.ts";

interface ItemDialogProps {
  item: ListedGame;
  title: string;
  /** Below the notes: who can see them. */
  hint?: string;
  /** Shown when saving fails, unless the server gives a reason. */
  failure: string;
  onSave: (values: FormValues & { notes: string }) => Promise<unknown>;
  onClose: () => void;
  /** More fields. */
  children?: ReactNode;
}

/** Edits the notes of a game on a list, and further fields. */
export function ItemDialog({ item, title, hint, failure, onSave, onClose, children }: ItemDialogProps) {
  const text = useWishlistText();
  const form = useForm({
    check: () => null,
    send: async ({ notes = "", ...more }) => {
      // forms send line breaks as CR LF, which would count twice
      await onSave({ ...more, notes: notes.replaceAll("\r\n", "\n").trim() });
      onClose();
    },
    explain: (error) => ({ box: wishlistFailure(error, failure) }),
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...form.formProps} className="mt-2 grid gap-5">
        <p className="text-muted">{item.title}</p>
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <TextArea
          label={text("wishlist.notes")}
          hint={hint ?? text("wishlist.notes_hint", { longest: maxNotesLength })}
          name="notes"
          rows={5}
          maxLength={maxNotesLength}
          defaultValue={item.notes}
          autoFocus
        />
        {children}
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
