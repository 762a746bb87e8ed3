import type { ComponentProps } from "react";
import { type ButtonKind, buttonStyle } from "./button-style.ts";

interface ButtonProps extends ComponentProps<"button"> {
  kind?: ButtonKind;
  size?: Parameters<typeof buttonStyle>[1];
}

export function Button({ kind = "secondary", size, className, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={buttonStyle(kind, size, className)} {...rest} />;
}
