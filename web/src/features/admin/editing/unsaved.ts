import { useEffect, useSyncExternalStore } from "react";

/** Components with unsaved edits. */
const editors = new Set<symbol>();
const listeners = new Set<() => void>();

/** Registers whether the component has unsaved edits. */
export function useUnsaved(unsaved: boolean): void {
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
