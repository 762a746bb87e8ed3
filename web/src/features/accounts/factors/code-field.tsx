import type { ComponentProps } from "react";
import { TextField } from "../../../ui/text-field.tsx";
import { useAccountText } from "../account-text.ts";

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, "label" | "hint" | "type"> & { recovery?: boolean };

/** For the code of an authenticator app, or a recovery code. */
export function CodeField({ recovery = false, ...rest }: CodeFieldProps) {
  const text = useAccountText();
  return (
    <TextField
      {...rest}
      label={text(recovery ? "factor.recovery_code" : "factor.code")}
      hint={text(recovery ? "factor.recovery_hint" : "factor.code_hint")}
      inputMode={recovery ? "text" : "numeric"}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}
