import { useState } from "react";

/**
 * What a button or a form starts: whether it runs, and why it failed last, in the words of `explain`; nothing where
 * that has none. `run` never rejects.
 */
export function useAction<Reason = string>(explain: (error: unknown) => Reason | undefined, first?: Reason) {
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState(() => first);

  async function run(action: () => unknown, explainOther = explain): Promise<void> {
    setRunning(true);
    setFailure(undefined);
    try {
      await action();
    } catch (error) {
      setFailure(() => explainOther(error));
    } finally {
      setRunning(false);
    }
  }
  return { running, failure, run, setFailure: (reason: Reason | undefined) => setFailure(() => reason) };
}
