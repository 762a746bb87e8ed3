import type { ComponentType, ReactNode } from "react";

/** A message in place of content: empty, failed, or a question. */
export function Notice({
  icon: Icon,
  title,
  level = 2,
  children,
  actions,
  alert = false,
}: {
  icon: ComponentType<{ className?: string; "aria-hidden"?: boolean }>;
  title: string;
  /** The heading level. */
  level?: 1 | 2 | 3;
  children?: ReactNode;
  actions?: ReactNode;
  /** Announced when it appears. */
  alert?: boolean;
}) {
  const Heading = `h${level}` as const;
  return (
    <div
      role={alert ? "alert" : undefined}
      className="mx-auto flex max-w-lg flex-col items-center gap-3 px-4 py-14 text-center"
    >
      <Icon aria-hidden className="size-8 text-muted" />
      <Heading className="text-lg">{title}</Heading>
      {children && <div className="text-muted">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
