import type { ImportResult } from "contract/content-strings/schema.ts";
import { formatCount } from "contract/core/counts.ts";
import { DiffView } from "./diff-view.tsx";

/** The most differences shown. */
const maxShown = 100;

/** What an import would change and reject. */
export function ImportPreview({ differences, rejected }: Pick<ImportResult, "differences" | "rejected">) {
  return (
    <div className="grid max-h-[45vh] gap-4 overflow-y-auto">
      {rejected.length > 0 && (
        <section aria-label="Rejected">
          <h3 className="text-sm font-medium">Rejected</h3>
          <ul className="mt-1 grid gap-1 text-sm">
            {rejected.slice(0, maxShown).map(({ key, msg }) => (
              <li key={`${key} ${msg}`}>
                <span className="font-medium break-all">{key}</span>: <span className="text-danger">{msg}</span>
              </li>
            ))}
          </ul>
          <More count={rejected.length - maxShown} />
        </section>
      )}
      {differences.length > 0 && (
        <section aria-label="Changes">
          <h3 className="text-sm font-medium">Changes</h3>
          <ul className="mt-2 grid gap-3">
            {differences.slice(0, maxShown).map(({ key, old_value, new_value }) => (
              <li key={key} className="grid gap-1">
                <span className="text-sm font-medium break-all">{key}</span>
                <DiffView older={old_value} newer={new_value} />
              </li>
            ))}
          </ul>
          <More count={differences.length - maxShown} />
        </section>
      )}
    </div>
  );
}

function More({ count }: { count: number }) {
  return count > 0 && <p className="mt-2 text-sm text-muted">And {formatCount(count)} more.</p>;
}
