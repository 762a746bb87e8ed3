import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import type { Reading } from "contract/prices/reading-schema.ts";
import { ConfirmButton } from "../../admin/action-button.tsx";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { rowStyle, Table } from "../../admin/table.tsx";
import { type SourcesState, sourcesKey } from "./sources-state.ts";

const columns = ["Started", "State", { head: "Read", count: true }, { head: "Changed", count: true }, ""];

interface SourceReadingsProps {
  /** The key of a source, or the name of a file; all if absent. */
  source?: string;
  /** The search parameters that show a source or a file, in the list of all. */
  searchOf?: (change: Partial<SourcesState>) => object;
}

/** The latest readings, which can be undone, or applied if they are held. */
export function SourceReadings({ source, searchOf }: SourceReadingsProps) {
  const call = useAdminCall();
  const { data } = useQuery({
    queryKey: [...sourcesKey, "readings", source ?? null],
    queryFn: ({ signal }) =>
      call(
        "GET /api/admin/catalogue/readings",
        { query: { ...(source !== undefined && { source }), limit: 20 } },
        { signal },
      ),
  });
  if (!data || data.readings.length === 0) return <p className="text-muted">There are no readings of prices.</p>;
  return (
    <Table label="Readings" height="max-h-120" columns={searchOf ? ["Source", ...columns] : columns}>
      {data.readings.map((reading) => (
        <tr key={reading.id} className={rowStyle}>
          {searchOf && (
            <td className="break-all">
              <Link
                to="."
                search={
                  searchOf(reading.kind === "poll" ? { source: reading.source } : { file: reading.source }) as never
                }
              >
                {reading.source}
              </Link>
            </td>
          )}
          <td className="whitespace-nowrap">{formatMoment(reading.begun_at)}</td>
          <td className={reading.state === "held" ? "text-danger" : ""}>{describeState(reading)}</td>
          <td className="figures text-right">{formatCount(reading.seen)}</td>
          <td className="figures text-right">{formatCount(reading.changed)}</td>
          <td className="whitespace-nowrap text-right">
            <div className="flex justify-end gap-2">
              {reading.state === "held" && <Step reading={reading} step="apply" />}
              {reading.undoable && <Step reading={reading} step="undo" />}
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function describeState({ state, problem, undone_at, undone_by }: Reading): string {
  if (state === "undone") return `Undone ${formatMoment(undone_at)}${undone_by ? ` by ${undone_by}` : ""}`;
  return `${stateNames[state]}${problem ? `: ${problem}` : ""}`;
}

const stateNames: Record<Reading["state"], string> = {
  running: "Running",
  applied: "Applied",
  held: "Held",
  undone: "Undone",
  dropped: "Replaced by a later one",
  failed: "Ended early",
};

const texts = {
  undo: {
    action: "Undo this reading",
    explained: "Its offers, history and lows are taken back, and nobody is notified. What came later stays.",
  },
  discard: { action: "Discard", explained: "Nothing of it has been applied, and nothing will be." },
  apply: { action: "Apply", explained: "Its prices count from the time when they were read, and alerts may fire." },
};

function Step({ reading, step }: { reading: Reading; step: "undo" | "apply" }) {
  const call = useAdminCall();
  const client = useQueryClient();
  const denialReason = useDenialReason()("prices.write");
  const { action, explained } = texts[reading.state === "held" && step === "undo" ? "discard" : step];
  const make = async () => {
    await call(`POST /api/admin/catalogue/readings/{id}/${step}`, { params: { id: reading.id } });
    await client.invalidateQueries({ queryKey: sourcesKey });
  };
  return (
    <ConfirmButton
      size="small"
      denialReason={denialReason}
      question={{ title: `${action}?`, action, text: explained, onConfirm: make, failed: "Something went wrong" }}
    >
      {action}
    </ConfirmButton>
  );
}
