import { useState } from "react";
import { serverMessageOf } from "./admin-call.ts";
import { useRefresh } from "./queries.ts";

/** Makes changes at once, and holds a message about their success or failure. */
export function useChanges() {
  const refresh = useRefresh();
  const [result, setResult] = useState<{ done?: string; failure?: string }>({});
  return {
    ...result,
    report: (done: string) => setResult({ done }),
    fail: (error: unknown) => setResult({ failure: serverMessageOf(error, (error as Error).message) }),
    /** Never rejects. */
    async make(done: string, change: () => Promise<unknown>): Promise<void> {
      try {
        await change();
        await refresh();
        setResult({ done });
      } catch (error) {
        setResult({ failure: serverMessageOf(error, (error as Error).message) });
      }
    },
  };
}

export type Changes = ReturnType<typeof useChanges>;
