import { useEffect, useState } from "react";

/** A value of the address that shows a choice at once, before the address has it, and follows the address afterwards. */
export function usePending<Value>(applied: Value): [shown: Value, choose: (value: Value) => void] {
  const [pending, setPending] = useState<{ value: Value }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address has changed
  useEffect(() => setPending(undefined), [applied]);
  return [pending ? pending.value : applied, (value) => setPending({ value })];
}
