import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import { type ReadingState, readingStates } from "contract/prices/reading-rules.ts";
import type { Reading } from "contract/prices/reading-schema.ts";
import History from "lucide-static/icons/history.svg?react";
import X from "lucide-static/icons/x.svg?react";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { ConfirmButton } from "../../admin/action-button.tsx";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { useAdminQuery } from "../../admin/queries.ts";
import { TabPager, type TabState, useTabState } from "../../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage, TabUnloaded } from "../../admin/tab-page.tsx";
import { rowStyle, stickyRight, Table } from "../../admin/table.tsx";
import { sourcesKey } from "./sources-state.ts";

const columns = [
  "Started",
  "State",
  { head: "Read", count: true },
  { head: "Changed", count: true },
  { head: "Actions", className: "text-end" },
];

/** Smaller windows have no room for it. */
const market = { head: "Market", className: "max-xl:hidden" };

interface ReadingsQuery {
  /** The key of a source, or the name of a file. */
  source?: string | undefined;
  state?: ReadingState | undefined;
  page?: number;
}

const readingsPageSize = defaultPageSize;

function readingsQuery(call: Call, which: ReadingsQuery) {
  const query = { ...which, limit: readingsPageSize };
  return queryOptions({
    queryKey: [...sourcesKey, "readings", query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/readings", { query }, { signal }),
  });
}

interface ReadingsState extends TabState {
  source: string;
  state: ReadingState | "";
}

const readingsDefaults: ReadingsState = { page: 1, source: "", state: "" };

/** The readings of all sources, feeds and files (spec/price-sources 8.3). */
export function ReadingsTab() {
  return (
    <TabPage>
      <Readings />
    </TabPage>
  );
}

function Readings() {
  const { state, show, searchOf } = useTabState(readingsDefaults, { state: ["", ...readingStates] });
  const which = { source: state.source || undefined, state: state.state || undefined, page: state.page };
  const { data, error, refetch } = useAdminQuery(readingsQuery(useAdminCall(), which));
  if (!data) return <TabUnloaded error={error} failed="Failed to load readings" onRetry={refetch} />;
  return (
    <>
      <ReadOnlyNote needs="prices.write" />
      <p className="mb-4 text-sm text-muted">
        Everything that was read from a source, a feed or a file. A reading can be undone for 30 days; one whose prices
        collapsed is held until someone applies or discards it.
      </p>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Select
          label="State"
          value={state.state}
          onChoose={(value) => show({ state: value as ReadingsState["state"] })}
          className="w-52"
        >
          <option value="">All states</option>
          {readingStates.map((value) => (
            <option key={value} value={value}>
              {stateNames[value]}
            </option>
          ))}
        </Select>
        {state.source && (
          <Button
            onClick={() => show({ source: "" })}
            aria-label={`Show readings of all sources, not only ${state.source}`}
          >
            <span className="max-w-80 truncate">{state.source}</span>
            <X aria-hidden className="size-4" />
          </Button>
        )}
      </div>
      {data.readings.length === 0 ? (
        <Notice icon={History} title="No readings" />
      ) : (
        <ReadingsTable readings={data.readings} searchOf={(source) => searchOf({ source })} />
      )}
      <TabPager page={state.page} total={data.total} pageSize={readingsPageSize} searchOf={searchOf} />
    </>
  );
}

/** The latest readings of a source, which can be undone, or applied if they are held. */
export function SourceReadings({ source }: { source: string }) {
  const { data } = useQuery(readingsQuery(useAdminCall(), { source }));
  if (!data || data.readings.length === 0) return <p className="text-muted">There are no readings of prices.</p>;
  return <ReadingsTable readings={data.readings} height="max-h-120" />;
}

interface ReadingsTableProps {
  readings: readonly Reading[];
  /** The search parameters that show a source or a file, in the list of all. */
  searchOf?: (source: string) => object;
  height?: string;
}

function ReadingsTable({ readings, searchOf, height }: ReadingsTableProps) {
  return (
    <Table label="Readings" {...(height && { height })} columns={searchOf ? ["Source", market, ...columns] : columns}>
      {readings.map((reading) => (
        <tr key={reading.id} className={rowStyle}>
          {searchOf && (
            <>
              <td className="min-w-32 py-1 break-all">
                <Link to="." search={searchOf(reading.source) as never} className="hover:underline">
                  {reading.source}
                </Link>
              </td>
              <td className={market.className}>{reading.country ?? "–"}</td>
            </>
          )}
          <td className="xl:whitespace-nowrap">{formatMoment(reading.begun_at)}</td>
          <td className={classNames("min-w-44 py-2", reading.state === "held" && "text-danger")}>
            {describeState(reading)}
          </td>
          <td className="figures text-end">{formatCount(reading.seen)}</td>
          <td className="figures text-end">{formatCount(reading.changed)}</td>
          <td className={classNames(stickyRight, "whitespace-nowrap text-end")}>
            <div className="flex justify-end gap-2 py-1.5">
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
