import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from "react";
import { classNames } from "./class-names.ts";

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Wider than a form. */
  wide?: boolean | undefined;
  children: ReactNode;
}

/** The native modal dialog: traps and restores the focus, and Esc closes it. Render it only while open. */
export function Dialog({ title, onClose, wide = false, children }: DialogProps) {
  const titleId = useId();
  return (
    <dialog
      {...useModal(onClose)}
      aria-labelledby={titleId}
      className={classNames(
        "m-auto w-[calc(100%-2rem)] rounded-lg border border-border bg-raised text-start text-text shadow-float " +
          "backdrop:bg-black/60",
        wide ? "max-w-4xl" : "max-w-md",
      )}
    >
      {/* fills the dialog, so that only events outside target the dialog itself */}
      <div className="p-5 sm:p-6">
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}

/** Opens a native dialog while it is rendered: it traps and restores the focus, and Esc or a press outside closes it. */
export function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  // a layout effect, because the cleanup of a plain one runs after the dialog has left the page
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // closing it before it leaves the page restores the focus
    return () => shown?.close();
  }, []);
  return {
    ref: dialog,
    onCancel: (event: SyntheticEvent) => {
      // ignores cancel events of nested dialogs and file choosers
      if (event.target !== dialog.current) return;
      event.preventDefault();
      onClose();
    },
    // closes on mousedown outside; a click would include text selections that end there
    onMouseDown: (event: MouseEvent) => {
      if (event.target === dialog.current) onClose();
    },
  };
}
