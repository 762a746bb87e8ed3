import { type ComponentProps, useId } from "react";
import { classNames } from "./class-names.ts";

type FieldProps = Pick<ComponentProps<"input">, "aria-invalid" | "aria-describedby">;

/** Links a field to its hint or error: `fieldProps` go on the control, `note` below it. */
export function useFieldNote(
  { hint, error, ...rest }: FieldProps & { hint?: string | undefined; error?: string | undefined },
  noteClassName = "mt-1.5",
) {
  const id = useId();
  const text = error ?? hint;
  return {
    id,
    fieldProps: {
      id,
      "aria-invalid": error !== undefined || rest["aria-invalid"] || undefined,
      "aria-describedby": classNames(rest["aria-describedby"], text && `${id}-note`) || undefined,
    },
    note: text && (
      <p id={`${id}-note`} className={classNames(noteClassName, "text-sm", error ? "text-danger" : "text-muted")}>
        {text}
      </p>
    ),
  };
}
