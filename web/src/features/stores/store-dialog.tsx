import type { AdminStore } from "contract/stores/schema.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { LeaveGuard } from "../admin/editing/leave-guard.tsx";
import { StaleDialog } from "../admin/editing/stale-dialog.tsx";
import { StoreFields } from "./store-fields.tsx";
import { useStoreEdit } from "./use-store-edit.ts";

interface StoreDialogProps {
  /** The store to edit; a new one without it. */
  store?: AdminStore | undefined;
  /** Keys are unique. */
  stores: readonly AdminStore[];
  /** Called with what was done. */
  onDone: (done: string) => void;
  onClose: () => void;
}

/** Adds, changes or deletes a store. */
export function StoreDialog({ store, stores, onDone, onClose }: StoreDialogProps) {
  const edit = useStoreEdit({ store, stores, onDone });
  return (
    <Dialog title={store ? `Edit ${store.name}` : "Add Store"} onClose={onClose}>
      <LeaveGuard unsaved={edit.unsaved} />
      <form
        noValidate
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void edit.save();
        }}
      >
        {edit.failure && <ErrorBox>{edit.failure}</ErrorBox>}
        <StoreFields form={edit.form} isNew={!store} problems={edit.problems} onChange={edit.change} />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={edit.busy}>
            {store ? "Save Store" : "Add Store"}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          {store && (
            <ActionButton
              kind="danger"
              className="ml-auto"
              denialReason={store.offers > 0 ? "This store has offers: disable it instead" : undefined}
              disabled={edit.busy}
              onClick={() => void edit.remove()}
            >
              Delete Store
            </ActionButton>
          )}
        </div>
      </form>
      {edit.conflicts.length > 0 && (
        <StaleDialog
          conflicts={edit.conflicts}
          onKeepMine={() => void edit.keepMine()}
          onTakeTheirs={edit.takeTheirs}
          onClose={edit.keepEditing}
        />
      )}
    </Dialog>
  );
}
