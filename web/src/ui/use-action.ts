import { useState } from "react";

/**
 * What a button starts: whether it runs, and why it failed last, in the words of `explain`; nothing where that has
 * none. `run` never rejects.
 */
export function useAction<Reason = string>(explain: (error: unknown) => Reason | undefined) {
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<Reason>();

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
  return { running, failure, run, clear: () => setFailure(undefined) };
}
