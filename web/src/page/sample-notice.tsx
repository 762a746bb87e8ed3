import { useSite } from "../api/site.ts";
import { useText } from "../api/texts.ts";

/** A note on every page while the catalogue is the bundled sample (spec/storefront 1.3). */
export function SampleNotice() {
  const text = useText();
  if (!useSite().sample_data) return null;
  return (
    <aside className="border-b border-border py-1.5 text-center text-xs text-muted">{text("site.sample_notice")}</aside>
  );
}
