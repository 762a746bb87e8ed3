import { formTexts } from "contract/content-strings/defaults/form.ts";
import { useTextOf } from "../api/texts.ts";

/** A note for visitors without scripts. */
export function NeedsScript() {
  const text = useTextOf(formTexts);
  return (
    <noscript>
      <p className="mx-auto max-w-lg px-4 py-14 text-center">{text("status.needs_script")}</p>
    </noscript>
  );
}

/** In a held form: shows that it waits for the page. */
export function WaitingNote() {
  const text = useTextOf(formTexts);
  return (
    <p role="status" className="while-waiting text-center text-sm text-muted">
      {text("form.waiting")}
    </p>
  );
}
