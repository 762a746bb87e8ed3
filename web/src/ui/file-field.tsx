import { type InputHTMLAttributes, useId } from "react";

interface FileFieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, "accept" | "disabled" | "onChange"> {
  label: string;
}

/** Chooses a file of this machine. */
export function FileField({ label, ...input }: FileFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <input
        {...input}
        id={id}
        type="file"
        className={
          "block w-full text-sm text-muted file:me-3 file:h-11 file:cursor-pointer file:rounded-md file:border " +
          "file:border-border-strong/60 file:bg-raised file:px-4 file:text-base file:font-medium file:text-text"
        }
      />
    </div>
  );
}
