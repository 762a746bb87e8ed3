import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { formatPriceOrFree } from "contract/core/money.ts";
import { maxReplyLength, type ReportOutcome, reportOutcomes } from "contract/prices/report-rules.ts";
import type { ReportGroup } from "contract/prices/report-schema.ts";
import Flag from "lucide-static/icons/flag.svg?react";
import { useState } from "react";
import { ApiError, failedWith } from "../../../api/api-error.ts";
import { useStores } from "../../../api/stores.ts";
import { useDraftForm } from "../../../page/form.ts";
import { PathLink } from "../../../page/links.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { FormButtons } from "../../../ui/form-buttons.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { adminFreshFor, adminKey, useAdminQuery, useRefresh } from "../../admin/queries.ts";
import { type Allowed, TabPager, type TabState, useTabState } from "../../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage, TabUnloaded } from "../../admin/tab-page.tsx";

/** Visitors' reports of wrong prices by offer (spec/catalogue 7). */
export function ReportsTab() {
  return (
    <TabPage>
      <Reports />
    </TabPage>
  );
}

function Reports() {
  const tab = useTabState(reportsDefaults, reportsAllowed);
  const { state, show } = tab;
  const { data, error, refetch } = useAdminQuery(reportsQuery(useAdminCall(), state));
  const [settling, setSettling] = useState<ReportGroup>();
  const [done, setDone] = useState("");
  if (!data) return <TabUnloaded error={error} failed="Failed to load reports" onRetry={refetch} />;
  return (
    <>
      <ReadOnlyNote needs="prices.write" />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          Prices that visitors say are wrong, with the price of that time and of now.
        </p>
        <Select
          label="State"
          value={state.state}
          onChoose={(value) => show({ state: value as ReportsState["state"] })}
          className="w-40"
        >
          <option value="open">Open</option>
          <option value="settled">Settled</option>
        </Select>
      </div>
      <p role="status" className="mb-3 text-sm text-positive empty:hidden">
        {done}
      </p>
      {data.total === 0 ? (
        <Notice icon={Flag} title={state.state === "open" ? "No open reports" : "No settled reports"}>
          Visitors report a price by the link beside it on a game's page.
        </Notice>
      ) : (
        <ul aria-label="Reports" className="divide-y divide-border rounded-lg border border-border bg-raised">
          {data.groups.map((group) => (
            <GroupRow key={keyOf(group)} group={group} onSettle={() => setSettling(group)} />
          ))}
        </ul>
      )}
      <TabPager page={state.page} total={data.total} pageSize={reportsPageSize} searchOf={tab.searchOf} />
      {settling && (
        <SettleDialog
          group={settling}
          onClose={() => setSettling(undefined)}
          onDone={(what) => {
            setSettling(undefined);
            setDone(what);
          }}
        />
      )}
    </>
  );
}

const keyOf = ({ game, country, store, settled_at }: ReportGroup) => [game.id, country, store, settled_at].join(" ");

const linkStyle = "text-accent-text underline underline-offset-3";

/** The reports about an offer. */
function GroupRow({ group, onSettle }: { group: ReportGroup; onSettle: () => void }) {
  const { game, store, country, count, outcome, settled_at, reports, link, last_seen_at } = group;
  const denialReason = useDenialReason()("prices.write");
  const storeName = useStores().storeOf(store).name;
  const name = `${game.title} at ${storeName}`;
  return (
    <li aria-label={name} className="grid gap-2 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-base font-semibold">
          <PathLink path={`/games/${game.id}`} className={linkStyle}>
            {game.title}
          </PathLink>{" "}
          at {storeName}
        </h2>
        <Badge>{country}</Badge>
        <span className="text-sm text-muted">{count === 1 ? "1 report" : `${count} reports`}</span>
        <span className="ms-auto">
          {outcome === null ? (
            <ActionButton size="small" denialReason={denialReason} aria-label={`Settle ${name}`} onClick={onSettle}>
              Settle
            </ActionButton>
          ) : (
            <span className="text-sm">
              {outcomeNames[outcome]}, {formatMoment(settled_at)}
            </span>
          )}
        </span>
      </div>
      <p className="text-sm">
        Price now: <span className="figures font-semibold">{priceIn(group.price_now, group.currency)}</span>
        {last_seen_at && <span className="text-muted">, last seen {formatMoment(last_seen_at)}</span>}
        {link && (
          <>
            {" · "}
            <a href={link} target="_blank" rel="noopener noreferrer" className={linkStyle}>
              Open at {storeName}
            </a>
          </>
        )}
      </p>
      <ul aria-label={`Reports about ${name}`} className="grid gap-2 text-sm">
        {reports.map((report) => (
          <li key={report.id} className="rounded-md bg-sunken px-3 py-2">
            <p className="text-muted">
              {formatMoment(report.reported_at)}, when it was{" "}
              <span className="figures text-text">{priceIn(report.price, report.currency)}</span>
            </p>
            {report.message && <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{report.message}</p>}
          </li>
        ))}
      </ul>
      {reports.length < count && <p className="text-sm text-muted">And {count - reports.length} earlier ones.</p>}
    </li>
  );
}

function priceIn(price: number | null, currency: string | null): string {
  if (price === null || currency === null) return "not sold";
  return formatPriceOrFree(price, { currency, locale: "en-US" });
}

interface SettleDialogProps {
  group: ReportGroup;
  onClose: () => void;
  onDone: (what: string) => void;
}

/** Asks for the outcome of the reports, and for a reply. */
function SettleDialog({ group, onClose, onDone }: SettleDialogProps) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const { storeOf } = useStores();
  const [latest, setLatest] = useState(group.latest);
  const { game, country, store } = group;
  const form = useDraftForm({
    initial: { outcome: "corrected" as ReportOutcome, reply: "" },
    send: async ({ outcome, reply }) => {
      const { settled, replies } = await call("POST /api/admin/catalogue/reports/{game}/{country}/{store}/settle", {
        params: { game: game.id, country, store },
        body: { outcome, reply, latest },
      });
      await refresh();
      onDone(describe(game.title, settled, replies));
    },
    explain: (error) => {
      if (error instanceof ApiError && failedWith(error, "stale")) {
        setLatest((error.current as ReportGroup | null)?.latest ?? latest);
        void refresh();
      }
      return { box: explain(error) };
    },
  });
  const { outcome } = form.values;

  return (
    <Dialog title={`Settle: ${game.title} at ${storeOf(store).name}`} onClose={onClose}>
      <form {...form.formProps} className="mt-4 grid gap-5">
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-medium">Outcome</legend>
          {reportOutcomes.map((one) => (
            <label key={one} className="flex min-h-8 items-center gap-2.5">
              <input
                type="radio"
                name="outcome"
                value={one}
                checked={outcome === one}
                onChange={() => form.change({ outcome: one })}
                className="size-4 accent-accent"
              />
              {outcomeNames[one]}
            </label>
          ))}
        </fieldset>
        <TextArea
          label="Reply (optional)"
          hint="Mailed to everyone who reported it."
          rows={5}
          maxLength={maxReplyLength}
          {...form.fieldProps("reply")}
        />
        <FormButtons submit="Settle reports" disabled={form.sending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

function describe(title: string, settled: number, replies: number): string {
  const what = settled === 1 ? "1 report" : `${settled} reports`;
  const mails = replies === 0 ? "" : replies === 1 ? " 1 reply was sent." : ` ${replies} replies were sent.`;
  return `Settled ${what} about ${title}.${mails}`;
}

function explain(error: unknown): string {
  if (!(error instanceof ApiError && failedWith(error, "stale"))) {
    return serverMessageOf(error, "Failed to settle the reports");
  }
  return error.current === null
    ? "Someone else has settled these reports meanwhile."
    : "More reports came in meanwhile. Look at them in the list, or settle them, too.";
}

interface ReportsState extends TabState {
  state: "open" | "settled";
}

const reportsDefaults: ReportsState = { page: 1, state: "open" };
const reportsAllowed: Allowed<ReportsState> = { state: ["open", "settled"] };

const reportsPageSize = 20;

const outcomeNames: Record<ReportOutcome, string> = {
  corrected: "Corrected",
  was_right: "The price was right",
  cannot_reproduce: "Cannot reproduce",
};

/** A page of the reports, by offer. */
function reportsQuery(call: Call, { page, state }: ReportsState) {
  const query = { page, limit: reportsPageSize, state };
  return queryOptions({
    queryKey: [adminKey, "reports", query],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/reports", { query }, { signal }),
  });
}
