import { type ComponentProps, useId } from "react";
import { Button } from "../../ui/button.tsx";

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
