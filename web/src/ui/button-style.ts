import { classNames } from "./class-names.ts";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

const kinds: Record<ButtonKind, string> = {
  primary: "bg-accent text-on-accent font-semibold hover:bg-accent-hover",
  secondary:
    "border border-border-strong/60 bg-raised text-text font-medium hover:border-border-strong hover:bg-sunken",
  danger: "border border-danger/50 bg-raised text-danger font-medium hover:bg-danger-soft",
  quiet: "text-muted font-medium hover:bg-sunken hover:text-text",
};

const sizes = {
  small: "min-h-9 gap-1.5 px-3 text-sm",
  medium: "min-h-11 gap-2 px-4 text-base",
  large: "min-h-13 gap-2.5 px-6 text-md",
  icon: "size-11",
};

/** The style of buttons and of links that act like one. */
export function buttonStyle(kind: ButtonKind, size: keyof typeof sizes = "medium", extra?: string): string {
  return classNames("button", kinds[kind], sizes[size], extra);
}

/** The style of a link in text. */
export const textLinkStyle = "font-medium text-accent-text underline underline-offset-3 hover:no-underline";
