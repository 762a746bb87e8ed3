import { type ComponentProps, useState } from "react";
import { TextField } from "../../ui/text-field.tsx";
import { useAccountText } from "./account-text.ts";

/** A password field that can show what is typed. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, "type" | "trailing">) {
  const text = useAccountText();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-pressed={shown}
          aria-label={`${text(shown ? "account.hide_password" : "account.show_password")}: ${props.label}`}
          onClick={() => setShown(!shown)}
          className="needs-script h-9 rounded-md px-2.5 text-sm font-medium text-muted hover:text-text"
        >
          {text(shown ? "account.hide_password" : "account.show_password")}
        </button>
      }
    />
  );
}

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
