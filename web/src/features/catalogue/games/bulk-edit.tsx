import { gameColumns } from "contract/games/columns.ts";
import { useState } from "react";
import { useDraftForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { FormButtons } from "../../../ui/form-buttons.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import type { Changes } from "../../admin/use-changes.tsx";
import { ChoiceOptions } from "./game-fields.tsx";
import { fieldNames, toFields } from "./game-form.ts";

/** The fields that several games can have in common. */
const sharedFields = ["type", "genre", "developer", "controller_support", "explicit"] as const;
type SharedField = (typeof sharedFields)[number];

interface BulkEditProps {
  /** The chosen games. */
  ids: readonly number[];
  /** Whether they are hidden. */
  hidden: boolean;
  changes: Changes;
  onDone: () => void;
}

/** Edits the chosen games at once: all of them change, or none. */
export function BulkEdit({ ids, hidden, changes, onDone }: BulkEditProps) {
  const call = useAdminCall();
  const denialReason = useDenialReason()("catalogue.write");
  const [isEditing, setEditing] = useState(false);
  const what = ids.length === 1 ? "1 game" : `${ids.length} games`;

  async function setHidden(): Promise<void> {
    const body = { ids: [...ids], hidden: !hidden };
    await changes.make(`${hidden ? "Unhid" : "Hid"} ${what}.`, async () => {
      await call("PUT /api/admin/catalogue/games", { body });
      onDone();
    });
  }

  return (
    <div className="mb-2 flex min-h-9 flex-wrap items-center gap-2 text-sm">
      <span>{what} selected</span>
      <ActionButton size="small" denialReason={denialReason} onClick={() => setEditing(true)}>
        Edit
      </ActionButton>
      <ActionButton size="small" denialReason={denialReason} onClick={() => void setHidden()}>
        {hidden ? "Unhide" : "Hide"}
      </ActionButton>
      <Button kind="quiet" size="small" onClick={onDone}>
        Clear selection
      </Button>
      {isEditing && (
        <EditDialog
          title={`Edit ${what}`}
          onClose={() => setEditing(false)}
          onSave={async (field, value, reason) => {
            const body = { ids: [...ids], fields: toFields({ [field]: value }), ...(reason && { reason }) };
            const { changed } = await call("PUT /api/admin/catalogue/games", { body });
            setEditing(false);
            onDone();
            await changes.make(`Changed ${changed} of ${what}.`, async () => {});
          }}
        />
      )}
    </div>
  );
}

interface EditDialogProps {
  title: string;
  onClose: () => void;
  onSave: (field: SharedField, value: string, reason: string) => Promise<void>;
}

const noEdit = { field: "type" as SharedField, value: "", reason: "" };

function EditDialog({ title, onClose, onSave }: EditDialogProps) {
  const form = useDraftForm({
    initial: noEdit,
    send: ({ field, value, reason }) => onSave(field, value, reason),
    explain: (error) => ({ box: serverMessageOf(error, "Failed to change the games") }),
  });
  const { field, value } = form.values;
  const column = gameColumns[field];
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...form.formProps} className="mt-4 grid gap-4">
        <Select label="Field" value={field} onChoose={(name) => form.change({ field: name as SharedField, value: "" })}>
          {sharedFields.map((name) => (
            <option key={name} value={name}>
              {fieldNames[name]}
            </option>
          ))}
        </Select>
        {column.is === "text" ? (
          <TextField
            label={fieldNames[field]}
            hint="Empty: not known"
            {...form.fieldProps("value")}
            maxLength={column.max}
            autoComplete="off"
          />
        ) : (
          <Select label={fieldNames[field]} value={value} onChoose={(chosen) => form.change({ value: chosen })}>
            {column.is === "flag" ? (
              <>
                <option value="">No</option>
                <option value="true">Yes</option>
              </>
            ) : (
              <>
                <option value="">Not known</option>
                <ChoiceOptions choices={column.choices} />
              </>
            )}
          </Select>
        )}
        <TextField
          label="Reason"
          hint="Shown in the history"
          {...form.fieldProps("reason")}
          maxLength={500}
          autoComplete="off"
        />
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <FormButtons submit={form.sending ? "Saving…" : "Save"} disabled={form.sending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
