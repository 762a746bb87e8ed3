import { useSite } from "../api/site.ts";
import { useText } from "../api/texts.ts";

/** A note on every page of a demo, and while the catalogue is the bundled sample (spec/storefront 1.3). */
export function SampleNotice() {
  const text = useText();
  const { demo, sample_data } = useSite();
  if (!demo && !sample_data) return null;
  return (
    <aside className="border-b border-border px-4 py-1.5 text-center text-xs text-muted">
      {text(demo ? "site.demo_notice" : "site.sample_notice")}
    </aside>
  );
}
