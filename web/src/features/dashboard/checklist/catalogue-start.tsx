import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import type { DashboardStats } from "contract/dashboard/api.ts";
import type { ReactNode } from "react";
import { buttonStyle } from "../../../ui/button-style.ts";
import { ActionButton } from "../../admin/action-button.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { useSetting } from "./use-setting.ts";

interface CatalogueStartProps {
  /** Whether games are read from the stores. */
  isReading: boolean;
  /** The latest poll of each source. */
  polls: DashboardStats["data"]["polls"];
}

/** Three options for replacing the bundled sample. */
export function CatalogueStart({ isReading, polls }: CatalogueStartProps) {
  const denialReason = useDenialReason()("config.write");
  const { change, busy, failure } = useSetting("site.keep_sample");
  return (
    <div className="grid gap-3 lg:grid-cols-3">
      <Option title="Fill from the stores">
        {isReading ? (
          <Progress polls={polls.filter(({ store }) => store.startsWith("catalogue-"))} />
        ) : (
          <p>
            Start the site with <Code>CATALOGUE_SYNC=on</Code>: it reads games from Steam and GOG.{" "}
            <Code>PRICE_SYNC=on</Code> adds their prices.
          </p>
        )}
      </Option>
      <Option title="Import a file">
        <p>Games as JSON lines or CSV. The first real game replaces the sample.</p>
        <Link to="/admin/{-$tab}" params={{ tab: "imports" }} className={buttonStyle("secondary", "small", "mt-2")}>
          Open Imports
        </Link>
      </Option>
      <Option title="Keep the sample">
        <p>To try the site out. The note on every page stays.</p>
        <ActionButton
          size="small"
          className="mt-2"
          denialReason={denialReason}
          disabled={busy}
          onClick={() => change(true)}
        >
          Keep the Sample
        </ActionButton>
        {failure && (
          <p role="alert" className="mt-2 text-danger">
            {failure}
          </p>
        )}
      </Option>
    </div>
  );
}

function Option({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-md border border-border p-3 text-sm text-muted">
      <h4 className="mb-1 font-medium text-text">{title}</h4>
      {children}
    </section>
  );
}

function Code({ children }: { children: string }) {
  return <code className="rounded-sm bg-sunken px-1 text-text">{children}</code>;
}

function Progress({ polls }: { polls: CatalogueStartProps["polls"] }) {
  if (polls.length === 0) return <p>Games are read from the stores. The first reading has not begun yet.</p>;
  return (
    <ul aria-label="Readings of games" className="grid gap-1">
      {polls.map(({ store, state, seen, changed, finished_at }) => (
        <li key={store}>
          {store}: {formatCount(seen)} read, {formatCount(changed)} new or changed,{" "}
          {state === "running" ? "still reading" : `${state} ${formatMoment(finished_at)}`}
        </li>
      ))}
    </ul>
  );
}
