import { gameColumns } from "contract/games/columns.ts";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useAction } from "../../../ui/use-action.ts";
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

function EditDialog({ title, onClose, onSave }: EditDialogProps) {
  const [field, setField] = useState<SharedField>("type");
  const [value, setValue] = useState("");
  const [reason, setReason] = useState("");
  const { run, running, failure } = useAction((error) => serverMessageOf(error, "Failed to change the games"));
  const column = gameColumns[field];
  function save(event: SubmitEvent): void {
    event.preventDefault();
    void run(() => onSave(field, value, reason));
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate onSubmit={save} className="mt-4 grid gap-4">
        <Select
          label="Field"
          value={field}
          onChoose={(name) => {
            setField(name as SharedField);
            setValue("");
          }}
        >
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
            value={value}
            maxLength={column.max}
            autoComplete="off"
            onChange={({ target }) => setValue(target.value)}
          />
        ) : (
          <Select label={fieldNames[field]} value={value} onChoose={setValue}>
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
          value={reason}
          maxLength={500}
          autoComplete="off"
          onChange={({ target }) => setReason(target.value)}
        />
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <div className="flex gap-3">
          <Button kind="primary" type="submit" disabled={running}>
            {running ? "Saving…" : "Save"}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
