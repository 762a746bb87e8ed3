import type { User } from "contract/accounts/schema.ts";
import { useCallback, useState } from "react";
import { failedWith } from "../../../api/api-error.ts";
import { ReauthenticationDialog } from "./reauthentication-dialog.tsx";

/** Thrown when the user closes the dialog; needs no error message. */
export class NotReauthenticated extends Error {}

/**
 * For calls that may require reauthentication. `confirmed` makes the call, shows the dialog when required, and repeats
 * it; it rejects with `NotReauthenticated` when the dialog is closed. Render the dialog outside of forms.
 */
export function useReauthentication(user: User) {
  const [pending, setPending] = useState<{ resolve: () => void; reject: (reason: Error) => void }>();

  const confirmed = useCallback(async <T,>(send: () => Promise<T>): Promise<T> => {
    try {
      return await send();
    } catch (error) {
      if (!failedWith(error, "reauthentication_required")) throw error;
    }
    await new Promise<void>((resolve, reject) => setPending({ resolve, reject })).finally(() => setPending(undefined));
    return send();
  }, []);

  const dialog = pending && (
    <ReauthenticationDialog
      user={user}
      onDone={pending.resolve}
      onClose={() => pending.reject(new NotReauthenticated())}
    />
  );
  return { confirmed, dialog };
}
