import { type ComponentProps, useId } from "react";
import { Button } from "../ui/button.tsx";

interface ActionButtonProps extends ComponentProps<typeof Button> {
  /** Why it cannot be pressed, for its user to read. */
  whyNot?: string | undefined;
}

/**
 * A button that tells why it does nothing. It stays in the order of the page's focus then, so that everybody can find
 * out what is possible here and for whom.
 */
export function ActionButton({ whyNot, className, onClick, title, children, ...rest }: ActionButtonProps) {
  const noteId = useId();
  if (whyNot === undefined) {
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
        title={whyNot}
        // the look of disabled buttons lets the pointer through, which would hide the title
        className={`${className ?? ""} aria-disabled:pointer-events-auto cursor-not-allowed!`}
      >
        {children}
      </Button>
      <span id={noteId} hidden>
        {whyNot}
      </span>
    </>
  );
}
