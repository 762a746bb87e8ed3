import { useState } from "react";
import { serverMessageOf } from "../../admin/admin-call.ts";
import { useRefresh } from "../../admin/editing/use-refresh.ts";

interface SubmitOptions {
  /** Called with what was done. */
  onDone: (done: string) => void;
  onClose: () => void;
}

/** Sends the request of a dialog. On failure the dialog stays open, with refetched data. */
export function useSubmit({ onDone, onClose }: SubmitOptions) {
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  return {
    busy,
    failure,
    async submit(done: string, send: () => Promise<unknown>): Promise<void> {
      setBusy(true);
      setFailure(undefined);
      try {
        await send();
        onDone(done);
        onClose();
      } catch (error) {
        setFailure(serverMessageOf(error, (error as Error).message));
        setBusy(false);
      }
      await refresh();
    },
  };
}

const minReason = 3;

/** The problem of a reason, if any. */
export function checkReason(reason: string): string | undefined {
  return reason.trim().length < minReason ? `Say why, in ${minReason} to 500 characters` : undefined;
}
