import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { serverMessageOf } from "./admin-call.tsx";

interface ActionButtonProps extends ComponentProps<typeof Button> {
  /** Why the user may not click it. */
  denialReason?: string | undefined;
}

/** A button that explains why it is disabled. It stays focusable, so that the reason can be read. */
export function ActionButton({ denialReason, className, onClick, title, children, ...rest }: ActionButtonProps) {
  const noteId = useId();
  if (denialReason === undefined) {
    return (
      <Button className={className} onClick={onClick} title={title} {...rest}>
        {children}
      </Button>
    );
  }
  return (
    <>
      <Button
        {...rest}
        type="button"
        aria-disabled
        aria-describedby={noteId}
        title={denialReason}
        // styles of disabled buttons ignore the pointer, which would hide the title
        className={`${className ?? ""} aria-disabled:pointer-events-auto cursor-not-allowed!`}
      >
        {children}
      </Button>
      <span id={noteId} hidden>
        {denialReason}
      </span>
    </>
  );
}

interface ConfirmButtonProps extends Omit<ActionButtonProps, "onClick"> {
  question: {
    title: string;
    /** The label of the confirming button. */
    action: string;
    /** What it means. */
    text: ReactNode;
    onConfirm: () => unknown;
    /** The message when the server gives none. */
    failed: string;
  };
}

/** A button for what is hard to take back: asks first. */
export function ConfirmButton({ question, ...button }: ConfirmButtonProps) {
  const { text, failed, ...dialog } = question;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ActionButton {...button} onClick={() => setAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          {...dialog}
          kind="danger"
          explain={(error) => serverMessageOf(error, failed)}
          onClose={() => setAsking(false)}
        >
          {text}
        </ConfirmDialog>
      )}
    </>
  );
}
