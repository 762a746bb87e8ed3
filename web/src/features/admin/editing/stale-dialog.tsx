import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

/** A value that two administrators changed. */
export interface Conflict {
  /** Its key. */
  name: string;
  theirs: string;
  mine: string;
}

interface ConflictingEdit {
  conflicts: readonly Conflict[];
  keepMine: () => unknown;
  takeTheirs: () => unknown;
  keepEditing: () => void;
}

/** Asks which values should stay, while edits conflict with what somebody else has saved. */
export function EditConflict({ edit }: { edit: ConflictingEdit }) {
  if (edit.conflicts.length === 0) return null;
  return (
    <StaleDialog
      conflicts={edit.conflicts}
      onKeepMine={() => void edit.keepMine()}
      onTakeTheirs={() => void edit.takeTheirs()}
      onClose={edit.keepEditing}
    />
  );
}

interface StaleDialogProps {
  conflicts: readonly Conflict[];
  /** Overwrites the other administrator's value. */
  onKeepMine: () => void;
  /** Discards the own edit. */
  onTakeTheirs: () => void;
  /** Returns to the edit. */
  onClose: () => void;
}

/** Shows both values after a conflict and lets the administrator choose (spec/administration 2.5). */
function StaleDialog({ conflicts, onKeepMine, onTakeTheirs, onClose }: StaleDialogProps) {
  return (
    <Dialog title="Changed by someone else" onClose={onClose} wide>
      <p className="mt-2 text-muted">Someone else saved another value while you were editing. Which one should stay?</p>
      <div className="mt-4 grid max-h-[60vh] gap-5 overflow-y-auto">
        {conflicts.map(({ name, theirs, mine }) => (
          <section key={name} aria-label={name}>
            <h3 className="text-sm font-medium break-all">{name}</h3>
            <div className="mt-2 grid gap-3 sm:grid-cols-2">
              <Value title="Saved meanwhile" value={theirs} />
              <Value title="Yours" value={mine} />
            </div>
          </section>
        ))}
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button kind="primary" onClick={onKeepMine}>
          Save mine
        </Button>
        <Button onClick={onTakeTheirs}>Keep theirs</Button>
        <Button kind="quiet" onClick={onClose}>
          Go on editing
        </Button>
      </div>
    </Dialog>
  );
}

function Value({ title, value }: { title: string; value: string }) {
  return (
    <div>
      <p className="text-xs text-muted">{title}</p>
      <p className="mt-1 rounded-md bg-sunken px-3 py-2 text-sm whitespace-pre-wrap">{value || "(empty)"}</p>
    </div>
  );
}
