import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { Match } from "contract/prices/match-schema.ts";
import ListChecks from "lucide-static/icons/list-checks.svg?react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useStores } from "../../../api/stores.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { adminFreshFor, adminKey, useAdminQuery } from "../../admin/queries.ts";
import { type Allowed, TabPager, TabSearch, type TabState, useTabState } from "../../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage, TabUnloaded } from "../../admin/tab-page.tsx";
import { ChangeMessage } from "../../admin/use-changes.tsx";
import { type Decision, type Decisions, MatchRow, useDecisions } from "./match-row.tsx";

/** Products that could not be matched to a game with certainty (spec/catalogue 1). */
export function MatchesTab() {
  return (
    <TabPage>
      <Matches />
    </TabPage>
  );
}

function Matches() {
  const tab = useTabState(matchesDefaults, matchesAllowed);
  const { state, show } = tab;
  const { data, error, refetch } = useAdminQuery(matchesQuery(useAdminCall(), state));
  const decisions = useDecisions();
  const { storeOf } = useStores();
  if (!data) return <TabUnloaded error={error} failed="Failed to load matches" onRetry={refetch} />;
  const matches = decisions.remaining(data.matches);
  const isEmpty = data.total === 0;
  return (
    <>
      <ReadOnlyNote needs="catalogue.write" />
      <p className="mb-4 text-sm text-muted">
        Products that stores sell under ambiguous titles. A decision counts from the store's next reading on.
      </p>
      <div className="mb-4 flex flex-wrap gap-3">
        <TabSearch
          label="Search by title"
          applied={state.search}
          onSearch={(search) => show({ search })}
          className="min-w-64 grow"
        />
        <Select label="Store" value={state.store} onChoose={(store) => show({ store })} className="w-52">
          <option value="">All stores</option>
          {data.stores.map(({ store, waiting }) => (
            <option key={store} value={store}>
              {`${storeOf(store).name} (${waiting})`}
            </option>
          ))}
        </Select>
        <Select
          label="State"
          value={state.state}
          onChoose={(value) => show({ state: value as MatchesState["state"] })}
          className="w-40"
        >
          <option value="waiting">Waiting</option>
          <option value="proposed">Proposed</option>
          <option value="decided">Decided</option>
        </Select>
      </div>
      <ChangeMessage changes={decisions} />
      {isEmpty ? (
        <Notice icon={ListChecks} title={emptyTitles[state.state]}>
          {state.search || state.store
            ? "No product fits the search and the store."
            : "Uncertain products appear here after a store is synced."}
        </Notice>
      ) : (
        <MatchList matches={matches} storeName={(key) => storeOf(key).name} decisions={decisions} />
      )}
      <TabPager page={state.page} total={data.total} pageSize={matchesPageSize} searchOf={tab.searchOf} />
    </>
  );
}

interface MatchesState extends TabState {
  search: string;
  /** Empty = all. */
  store: string;
  state: "waiting" | "proposed" | "decided";
}

const emptyTitles = { waiting: "Nothing to review", proposed: "No proposals", decided: "No decisions" };

const matchesDefaults: MatchesState = { page: 1, search: "", store: "", state: "waiting" };
const matchesAllowed: Allowed<MatchesState> = { state: ["waiting", "proposed", "decided"] };

const matchesPageSize = 20;

/** A page of the products that wait for a decision, or that were decided. */
function matchesQuery(call: Call, { page, search, store, state }: MatchesState) {
  const query = { page, limit: matchesPageSize, search, state, store: store || undefined };
  return queryOptions({
    queryKey: [adminKey, "matches", query],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/matches", { query }, { signal }),
  });
}

interface MatchListProps {
  matches: readonly Match[];
  storeName: (key: string) => string;
  decisions: Decisions;
}

/** The products, with keyboard shortcuts for the actions on the focused one. */
function MatchList({ matches, storeName, decisions }: MatchListProps) {
  const denialReason = useDenialReason()("catalogue.write");
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [anchor, setAnchor] = useState(0);
  const [showsKeys, setShowsKeys] = useState(false);
  const place = Math.min(active, matches.length - 1);
  const chosen = matches.filter(({ id }) => selected.has(id));

  // a decision moves the focus to the next product; nothing else moves it
  const decided = useRef(false);
  useEffect(() => {
    if (!decided.current) return;
    decided.current = false;
    focusRow(list.current, place);
  });

  function decide(of: readonly Match[], decision: Decision): void {
    if (denialReason !== undefined) return;
    decided.current = true;
    setSelected(new Set());
    void decisions.decide(of, decision);
  }

  function select(at: number, isRange: boolean): void {
    const [from, to] = isRange ? [Math.min(anchor, at), Math.max(anchor, at)] : [at, at];
    const ids = matches.slice(from, to + 1).map(({ id }) => id);
    const { id } = matches[at]!;
    const isOff = !isRange && selected.has(id);
    setSelected(isOff ? new Set([...selected].filter((other) => other !== id)) : new Set([...selected, ...ids]));
    setAnchor(at);
  }

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const match = matches[place];
    if (!match) return;
    const key = event.key === "ArrowDown" ? "j" : event.key === "ArrowUp" ? "k" : event.key.toLowerCase();
    const candidate = match.candidates[key === "a" ? 0 : Number(key) - 1];
    const actions: Record<string, () => void> = {
      j: () => focusRow(list.current, place + 1),
      k: () => focusRow(list.current, place - 1),
      x: () => select(place, event.shiftKey),
      u: () => void decisions.undo(),
      "?": () => setShowsKeys(true),
      ...(match.decision === null && {
        r: () => decide(chosen.length > 0 ? chosen : [match], "reject"),
        c: () => decide(chosen.length > 0 ? chosen : [match], "create"),
      }),
    };
    const action =
      candidate && match.decision === null ? () => decide([match], { gameId: candidate.id }) : actions[key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  return (
    <>
      <div className="mb-3 flex min-h-9 flex-wrap items-center gap-2 text-sm">
        {chosen.length > 0 ? (
          <>
            <span>{chosen.length} selected</span>
            <ActionButton
              size="small"
              kind="primary"
              denialReason={denialReason}
              disabled={chosen.some(({ candidates }) => candidates.length === 0)}
              title={
                chosen.some(({ candidates }) => candidates.length === 0)
                  ? "One of them has no game to accept it as"
                  : "Each as the first game beside it"
              }
              onClick={() => decide(chosen, "accept")}
            >
              Accept first games
            </ActionButton>
            <ActionButton size="small" denialReason={denialReason} onClick={() => decide(chosen, "reject")}>
              Reject selected
            </ActionButton>
            <ActionButton size="small" denialReason={denialReason} onClick={() => decide(chosen, "create")}>
              Create games
            </ActionButton>
          </>
        ) : (
          <>
            {matches.some(({ decision }) => decision === null) && (
              <button
                type="button"
                onClick={() => setSelected(new Set(matches.map(({ id }) => id)))}
                className="me-3 text-muted hover:text-text"
              >
                Select all on this page
              </button>
            )}
            <button type="button" onClick={() => setShowsKeys(true)} className="text-muted hover:text-text">
              Press <kbd className="rounded border border-border px-1.5">?</kbd> for keys
            </button>
          </>
        )}
      </div>
      <ul
        ref={list}
        aria-label="Products"
        onKeyDown={press}
        className="divide-y divide-border rounded-lg border border-border bg-raised"
      >
        {matches.map((match, index) => (
          <MatchRow
            key={match.id}
            match={match}
            storeName={storeName(match.store)}
            isActive={index === place}
            isSelected={selected.has(match.id)}
            onActivate={() => setActive(index)}
            onSelect={(isRange) => select(index, isRange)}
            onDecide={(decision) => decide([match], decision)}
          />
        ))}
      </ul>
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </>
  );
}

function focusRow(list: HTMLElement | null, place: number): void {
  const rows = list?.querySelectorAll<HTMLElement>("[data-match]") ?? [];
  const row = rows[Math.max(0, Math.min(place, rows.length - 1))];
  row?.focus();
  row?.scrollIntoView({ block: "nearest" });
}

const keys = [
  ["j, ↓", "Next product"],
  ["k, ↑", "Previous product"],
  ["a, 1–9", "Accept as the first game, or as that one"],
  ["r", "Reject"],
  ["c", "Create a game"],
  ["x", "Select; with Shift all up to it"],
  ["u", "Undo the latest decision"],
  ["?", "Show these keys"],
];

function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded border border-border px-1.5">{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-muted">Keys work while a product of the list has the focus.</p>
    </Dialog>
  );
}
