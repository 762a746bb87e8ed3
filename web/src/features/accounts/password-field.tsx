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
