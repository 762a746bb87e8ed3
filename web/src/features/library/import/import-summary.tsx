import { Link } from "@tanstack/react-router";
import type { ImportSummary as Summary } from "contract/library/schema.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { useLibraryText } from "../library-text.ts";

const lines = ["owned", "wished", "ignored", "unchanged", "refused"] as const;

/** What an import changed. */
export function ImportSummary({ summary, onAgain }: { summary: Summary; onAgain: () => void }) {
  const text = useLibraryText();
  return (
    <section aria-labelledby="import-done" className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <h2 id="import-done" className="text-lg">
        {text("library.done.title")}
      </h2>
      <ul className="figures mt-3 grid gap-1">
        {lines
          .filter((line) => summary[line] > 0)
          .map((line) => (
            <li key={line}>{text(`library.done.${line}`, { count: summary[line] })}</li>
          ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to="/library" className={buttonStyle("primary")}>
          {text("library.tab.owned")}
        </Link>
        <Button onClick={onAgain}>{text("library.done.again")}</Button>
      </div>
    </section>
  );
}
