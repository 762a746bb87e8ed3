import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

const tones = {
  accent: "bg-accent text-on-accent",
  positive: "bg-positive-soft text-positive",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  neutral: "bg-sunken text-muted",
};

/** A short label. */
export function Badge({
  tone = "neutral",
  className,
  children,
}: {
  tone?: keyof typeof tones;
  className?: string;
  children: ReactNode;
}) {
  return <span className={classNames("badge", tones[tone], className)}>{children}</span>;
}
