import type { ReactNode } from "react";

/** A control with a visible name, which has its accessible name itself. */
export function Labelled({
  label,
  error,
  children,
}: {
  label: string;
  error?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div>
      <p aria-hidden className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      {children}
      {error && <p className="mt-1.5 text-sm text-danger">{error}</p>}
    </div>
  );
}
