import { maxDescriptionLength, maxNameLength } from "contract/lists/rules.ts";
import { ApiError } from "../../api/api-error.ts";
import { useForm } from "../../page/form.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { wishlistFailure } from "../wishlist/wishlist-failure.ts";
import { useListsText } from "./lists-text.ts";
import type { ListFields } from "./use-list-changes.ts";

interface ListDialogProps {
  title: string;
  /** The label of the button. */
  action: string;
  /** The list that is edited. */
  list?: ListFields;
  onSave: (fields: ListFields) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for name, description and kind of a list. */
export function ListDialog({ title, action, list, onSave, onClose }: ListDialogProps) {
  const text = useListsText();
  const form = useForm({
    check: ({ name = "" }) => (name.trim() === "" ? { fields: { name: text("lists.name_missing") } } : null),
    send: async ({ name = "", description = "", gift }) => {
      await onSave({ name, description: description.replaceAll("\r\n", "\n").trim(), is_gift: gift !== undefined });
      onClose();
    },
    explain: (error) => ({
      box:
        error instanceof ApiError && error.code === "stale"
          ? text("lists.changed_elsewhere")
          : wishlistFailure(error, text("lists.save_failed")),
    }),
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...form.formProps} className="mt-4 grid gap-5">
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <TextField
          {...form.fieldProps("name")}
          label={text("lists.name")}
          maxLength={maxNameLength}
          defaultValue={list?.name}
          autoFocus
        />
        <TextArea
          label={text("lists.description")}
          hint={text("lists.description_hint")}
          name="description"
          rows={3}
          maxLength={maxDescriptionLength}
          defaultValue={list?.description}
        />
        <Checkbox
          name="gift"
          label={text("lists.gift")}
          hint={text("lists.gift_hint")}
          defaultChecked={list?.is_gift ?? false}
        />
        <FormButtons submit={action} disabled={form.sending} cancel={text("lists.cancel")} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
