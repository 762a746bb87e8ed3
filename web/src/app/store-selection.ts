import { useRef, useSyncExternalStore } from "react";

/**
 * Replaces the package of that name in the built site (`vite.config.ts`): React's hook with a selector, whose selection
 * stays the same object while it is equal.
 */
export function useSyncExternalStoreWithSelector<Snapshot, Selection>(
  subscribe: (listener: () => void) => () => void,
  getSnapshot: () => Snapshot,
  _getServerSnapshot: unknown,
  selector: (snapshot: Snapshot) => Selection,
  isEqual: (one: Selection, other: Selection) => boolean,
): Selection {
  const last = useRef<{ snapshot: Snapshot; selector: typeof selector; selection: Selection }>(undefined);
  const select = () => {
    const snapshot = getSnapshot();
    const previous = last.current;
    if (previous?.snapshot === snapshot && previous.selector === selector) return previous.selection;
    const next = selector(snapshot);
    const selection = previous && isEqual(previous.selection, next) ? previous.selection : next;
    last.current = { snapshot, selector, selection };
    return selection;
  };
  return useSyncExternalStore(subscribe, select, select);
}
