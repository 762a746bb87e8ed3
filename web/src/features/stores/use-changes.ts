import { useState } from "react";
import { serverMessageOf } from "../admin/admin-call.ts";
import { useRefresh } from "../admin/editing/use-refresh.ts";

/** Makes changes at once, and says what they did or why they failed. */
export function useChanges() {
  const refresh = useRefresh();
  const [outcome, setOutcome] = useState<{ done?: string; failure?: string }>({});
  return {
    ...outcome,
    report: (done: string) => setOutcome({ done }),
    fail: (error: unknown) => setOutcome({ failure: serverMessageOf(error, (error as Error).message) }),
    /** Never rejects. */
    async make(done: string, change: () => Promise<unknown>): Promise<void> {
      try {
        await change();
        await refresh();
        setOutcome({ done });
      } catch (error) {
        setOutcome({ failure: serverMessageOf(error, (error as Error).message) });
      }
    },
  };
}

export type Changes = ReturnType<typeof useChanges>;
