import { useText } from "./content-strings/texts.ts";

/** In a form that only our script can send: says that it waits for the page. */
export function WaitingNote() {
  const text = useText();
  return (
    <p role="status" className="while-waiting text-center text-sm text-muted">
      {text("form.waiting")}
    </p>
  );
}
