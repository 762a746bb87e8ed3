import { StaleDialog } from "../admin/stale-dialog.tsx";
import type { StringEdit } from "./string-edit.ts";

/** Asks what to do when somebody else saved the text while it was being edited. */
export function StringStale({ edit }: { edit: StringEdit }) {
  const { draft, theirs } = edit;
  if (!draft || !theirs) return null;
  return (
    <StaleDialog
      conflicts={[{ name: theirs.key, theirs: theirs.current_value, mine: draft.value }]}
      onKeepMine={() => void edit.save(theirs)}
      onTakeTheirs={edit.takeTheirs}
      onClose={edit.keepEditing}
    />
  );
}
