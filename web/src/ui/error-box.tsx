import CircleAlert from "lucide-static/icons/circle-alert.svg?react";
import type { ReactNode, Ref } from "react";

/** An error message that screen readers announce. It can take the focus. */
export function ErrorBox({ id, ref, children }: { id?: string; ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div
      ref={ref}
      id={id}
      role="alert"
      tabIndex={-1}
      className={
        "flex items-start gap-2.5 rounded-md border border-danger/40 bg-danger-soft px-3.5 py-3 " +
        "text-base text-danger"
      }
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
