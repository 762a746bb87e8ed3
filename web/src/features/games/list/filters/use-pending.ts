import { useEffect, useState } from "react";

/** An optimistic value: shows a choice before the address has it, then follows the address. */
export function usePending<Value>(applied: Value): [shown: Value, choose: (value: Value) => void] {
  const [pending, setPending] = useState<{ value: Value }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address has changed
  useEffect(() => setPending(undefined), [applied]);
  return [pending ? pending.value : applied, (value) => setPending({ value })];
}
