import type { ReactNode } from "react";
import { Button } from "./button.tsx";

interface FormButtonsProps {
  /** The label of the button that sends the form. */
  submit: ReactNode;
  kind?: "primary" | "danger";
  /** Whether the form can't be sent, for example because it is being sent. */
  disabled: boolean;
  /** The label of the button that closes it. */
  cancel?: string;
  onCancel: () => void;
  /** Buttons after these. */
  children?: ReactNode;
}

/** The end of a form that can be given up. */
export function FormButtons(props: FormButtonsProps) {
  const { submit, kind = "primary", disabled, cancel = "Cancel", onCancel, children } = props;
  return (
    <div className="flex flex-wrap gap-3">
      <Button kind={kind} type="submit" disabled={disabled}>
        {submit}
      </Button>
      <Button onClick={onCancel}>{cancel}</Button>
      {children}
    </div>
  );
}
