import { type RefObject, useLayoutEffect } from "react";

/**
 * Adopts input from before hydration, which React does not see: calls `onEarly` with what the field holds when it
 * differs from `value`. Causes no render by itself, in which React would restore `value`.
 */
export function useEarlyValue<Field extends HTMLInputElement | HTMLSelectElement>(
  field: RefObject<Field | null>,
  value: unknown,
  onEarly: (value: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first look can find something
  useLayoutEffect(() => {
    if (value !== undefined && field.current && field.current.value !== value && canHold(field.current, value)) {
      onEarly(field.current.value);
    }
  }, []);
}

/** The options of a select may have yet to load. */
function canHold(field: HTMLInputElement | HTMLSelectElement, value: unknown): boolean {
  return field instanceof HTMLInputElement || [...field.options].some((option) => option.value === value);
}

/** Like `useEarlyValue`, for checkboxes and radio buttons: adopts a click from before hydration. */
export function useEarlyCheck(
  field: RefObject<HTMLInputElement | null>,
  checked: boolean,
  onEarly: (checked: boolean) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first look can find something
  useLayoutEffect(() => {
    if (field.current && field.current.checked !== checked) onEarly(field.current.checked);
  }, []);
}
