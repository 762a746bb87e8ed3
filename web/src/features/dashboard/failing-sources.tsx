import { Link } from "@tanstack/react-router";
import type { FailingSource } from "contract/dashboard/api.ts";
import CircleAlert from "lucide-react/icons/circle-alert";

/** The sources that could not be read several times in a row. */
export function FailingSources({ sources }: { sources: readonly FailingSource[] }) {
  if (sources.length === 0) return null;
  return (
    <aside
      aria-label="Failing sources"
      className="flex items-start gap-3 rounded-lg border border-danger/40 bg-danger-soft p-4 text-sm text-danger"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <ul className="grid min-w-0 gap-1">
        {sources.map(({ key, name, failures, problem }) => (
          <li key={key}>
            <Link
              to="/admin/{-$tab}"
              params={{ tab: "sources" }}
              search={{ source: key } as never}
              className="font-medium underline"
            >
              {name}
            </Link>{" "}
            could not be read {failures} times in a row: {problem}
          </li>
        ))}
      </ul>
    </aside>
  );
}
