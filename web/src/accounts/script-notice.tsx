import Info from "lucide-react/icons/info";
import { useAccountText } from "./account-text.ts";

/** Says above a form of an account that it needs scripts, to those who have switched them off. */
export function ScriptNotice() {
  const text = useAccountText();
  return (
    <noscript>
      <p className="mb-5 flex items-start gap-2.5 rounded-md border border-warning/40 bg-warning-soft px-3.5 py-3 text-warning">
        <Info aria-hidden className="mt-0.5 size-5 shrink-0" />
        {text("account.needs_script")}
      </p>
    </noscript>
  );
}
