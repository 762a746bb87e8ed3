import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorBox } from "../ui/error-box.tsx";
import { useAccountText } from "./account-text.ts";
import { useAccountForm } from "./use-account-form.ts";

interface ConfirmDialogProps {
  title: string;
  /** What the button says that goes through with it. */
  action: string;
  /** What to say when that fails. */
  failure: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** Asks once more before something that cannot be taken back. */
export function ConfirmDialog({ title, action, failure, onConfirm, onClose, children }: ConfirmDialogProps) {
  const text = useAccountText();
  const form = useAccountForm({ check: () => null, send: onConfirm, explain: () => ({ box: failure }) });
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...form.formProps} className="mt-3 grid gap-5">
        <p className="text-muted">{children}</p>
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={form.sending}>
            {action}
          </Button>
          <Button onClick={onClose}>{text("profile.cancel")}</Button>
        </div>
      </form>
    </Dialog>
  );
}
