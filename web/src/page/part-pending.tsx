import type { ReactNode } from "react";
import { useText } from "../api/texts.ts";
import { Button } from "../ui/button.tsx";

interface PartPendingProps {
  error: unknown;
  /** The message for an error. */
  failed: string;
  onRetry: () => unknown;
  /** The name of the placeholder, if it has one. */
  loading?: string;
  /** The placeholder. */
  children: ReactNode;
}

/** A part of a page without its data: a placeholder, or a line with a retry button if they could not be loaded. */
export function PartPending({ error, failed, onRetry, loading, children }: PartPendingProps) {
  const text = useText();
  if (error) {
    return (
      <div role="alert" className="mt-4 flex flex-wrap items-center gap-3">
        {failed}
        <Button size="small" onClick={() => onRetry()}>
          {text("status.retry")}
        </Button>
      </div>
    );
  }
  return (
    <div {...(loading && { role: "status", "aria-label": loading })} className="mt-4 grid gap-3">
      {children}
    </div>
  );
}
