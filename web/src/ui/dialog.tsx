import { type ReactNode, useEffect, useId, useRef } from "react";

/**
 * The browser's own modal dialog: it keeps the focus inside and gives it back, and Esc closes it.
 * Render it only while it is open.
 */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // closing before it leaves the page is what gives the focus back
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the dialog closes it; by key that is Esc
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-lg border border-border bg-raised text-text shadow-float backdrop:bg-black/60"
    >
      {/* fills the dialog, so that only presses beside it hit the dialog itself */}
      <div className="p-5 sm:p-6">
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
