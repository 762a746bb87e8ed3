import { type ReactNode, useState } from "react";
import { ErrorBox } from "../../ui/error-box.tsx";
import { serverMessageOf } from "./admin-call.tsx";
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

interface ChangeMessageProps {
  changes: Pick<Changes, "done" | "failure">;
  /** One line, shown in its place until there is an outcome. */
  children?: ReactNode;
}

/** The outcome of the last change, above what it changed; stays in view. */
export function ChangeMessage({ changes: { done, failure }, children }: ChangeMessageProps) {
  return (
    <div className="sticky top-16 z-10 -mx-1 min-h-9 bg-surface px-1 py-2 text-sm">
      <p role="status" className="text-positive">
        {done}
      </p>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      {!done && !failure && children}
    </div>
  );
}
