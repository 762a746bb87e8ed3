import type { User } from "contract/accounts/schema.ts";
import { useState } from "react";
import { failedWith } from "../api-error.ts";
import { ReauthenticationDialog } from "./reauthentication-dialog.tsx";

/** Thrown when the user closes the dialog: nothing was done, and nothing needs saying. */
export class NotReauthenticated extends Error {}

/**
 * For calls that may want to know again who it is. `confirmed` makes the call, asks by the dialog when it is refused for
 * that, and then makes it once more; it rejects with `NotReauthenticated` when the dialog is closed. The dialog has to stand
 * outside of forms.
 */
export function useReauthentication(user: User) {
  const [asked, setAsked] = useState<{ proceed: () => void; give: (up: Error) => void }>();

  async function confirmed<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (!failedWith(error, "reauthentication_required")) throw error;
    }
    await new Promise<void>((proceed, give) => setAsked({ proceed, give })).finally(() => setAsked(undefined));
    return send();
  }

  const dialog = asked && (
    <ReauthenticationDialog user={user} onDone={asked.proceed} onClose={() => asked.give(new NotReauthenticated())} />
  );
  return { confirmed, dialog };
}
