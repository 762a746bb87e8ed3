import { useText } from "./content-strings/texts.ts";

/** In place of what only scripts can show, for those who have switched them off. */
export function NeedsScript() {
  const text = useText();
  return (
    <noscript>
      <p className="mx-auto max-w-lg px-4 py-14 text-center">{text("status.needs_script")}</p>
    </noscript>
  );
}
