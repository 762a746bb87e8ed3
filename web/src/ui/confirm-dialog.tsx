import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorBox } from "./error-box.tsx";
import { useAction } from "./use-action.ts";

interface ConfirmDialogProps {
  title: string;
  /** The label of the confirming button. */
  action: string;
  cancel?: string;
  kind?: "primary" | "danger";
  /** Whether something is still missing. */
  disabled?: boolean;
  /** When it throws, the dialog stays open and shows what `explain` returns. */
  onConfirm: () => unknown;
  explain: (error: unknown) => ReactNode;
  onClose: () => void;
  wide?: boolean;
  children: ReactNode;
}

/** Asks for confirmation, runs the action, and closes after success. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, cancel = "Cancel", kind = "primary", disabled = false } = props;
  const { onConfirm, explain, onClose, wide, children } = props;
  const { run, running, failure } = useAction<ReactNode>(explain);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) box.current?.focus();
  }, [failure]);

  const confirm = async () => {
    await onConfirm();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose} wide={wide}>
      <div className="mt-3 grid gap-5">
        <div className="text-muted">{children}</div>
        {failure && <ErrorBox ref={box}>{failure}</ErrorBox>}
        <div className="flex flex-wrap gap-3">
          <Button kind={kind} disabled={running || disabled} onClick={() => run(confirm)}>
            {action}
          </Button>
          <Button onClick={onClose}>{cancel}</Button>
        </div>
      </div>
    </Dialog>
  );
}
