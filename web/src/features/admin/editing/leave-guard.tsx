import { useBlocker } from "@tanstack/react-router";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useUnsaved } from "./unsaved.ts";

interface LeaveGuardProps {
  /** Whether there are edits that leaving would lose. */
  unsaved: boolean;
  /** Whether edits survive another search or page of the list. */
  outlivesSearch?: boolean;
  /** Discards the edits. */
  onDiscard?: () => void;
}

/** Confirms before unsaved edits are lost, also when the window closes. */
export function LeaveGuard({ unsaved, outlivesSearch = false, onDiscard }: LeaveGuardProps) {
  useUnsaved(unsaved);
  const blocker = useBlocker({
    disabled: !unsaved,
    shouldBlockFn: ({ current, next }) => !(outlivesSearch && current.pathname === next.pathname),
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  const discard = () => {
    onDiscard?.();
    blocker.proceed();
  };
  return (
    <Dialog title="Unsaved changes" onClose={blocker.reset}>
      <p className="mt-3 text-muted">Your changes are not saved. If you go on, they are lost.</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button kind="danger" onClick={discard}>
          Discard changes
        </Button>
        <Button onClick={blocker.reset}>Keep editing</Button>
      </div>
    </Dialog>
  );
}
