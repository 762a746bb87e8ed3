import { useEffect, useSyncExternalStore } from "react";

/** One entry for each place in the panel where something is typed and not saved. */
const places = new Set<symbol>();
const listeners = new Set<() => void>();

/** Says of the component whether leaving it now would lose something. */
export function useUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const place = Symbol();
    places.add(place);
    announce();
    return () => {
      places.delete(place);
      announce();
    };
  }, [unsaved]);
}

/** Whether there is anything in the panel that is typed and not saved. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => places.size > 0,
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
