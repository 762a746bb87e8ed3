import { type ReactNode, useId } from "react";

/** A titled section of a tab of the panel. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-border bg-raised p-5">
      <h2 id={id} className="text-md">
        {title}
      </h2>
      {children}
    </section>
  );
}
