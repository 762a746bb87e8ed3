import { type RefObject, useLayoutEffect, useSyncExternalStore } from "react";

/**
 * Adopts input from before hydration, which React does not see: calls `onEarly` when the field differs from `value`.
 */
export function useEarlyValue<Field extends HTMLInputElement | HTMLSelectElement>(
  field: RefObject<Field | null>,
  value: unknown,
  onEarly: (field: Field) => void,
): void {
  const isHydrating = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first look can find something
  useLayoutEffect(() => {
    if (isHydrating && value !== undefined && field.current && field.current.value !== value) onEarly(field.current);
  }, []);
}

const subscribe = () => () => {};
