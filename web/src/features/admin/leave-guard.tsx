import { useBlocker } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

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

/** Components with unsaved edits. */
const editors = new Set<symbol>();
const listeners = new Set<() => void>();

/** Registers whether the component has unsaved edits. */
function useUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const editor = Symbol();
    editors.add(editor);
    announce();
    return () => {
      editors.delete(editor);
      announce();
    };
  }, [unsaved]);
}

/** Whether anything in the panel is unsaved. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => editors.size > 0,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener();
}
