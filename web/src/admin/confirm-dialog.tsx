import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorBox } from "../ui/error-box.tsx";

interface ConfirmDialogProps {
  title: string;
  /** What the button says that goes through with it. */
  action: string;
  kind?: "primary" | "danger";
  /** Does it. When it throws, the dialog stays and says what `explain` makes of it. */
  onConfirm: () => unknown;
  explain: (error: unknown) => ReactNode;
  onClose: () => void;
  /** Where more is shown than a sentence. */
  wide?: boolean;
  children: ReactNode;
}

/** Asks once more before something that matters, does it, and closes when that went well. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, kind = "primary", onConfirm, explain, onClose, wide, children } = props;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ReactNode>();

  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(explain(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose} wide={wide}>
      <div className="mt-3 grid gap-5">
        <div className="text-muted">{children}</div>
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <div className="flex flex-wrap gap-3">
          <Button kind={kind} disabled={busy} onClick={confirm}>
            {action}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
