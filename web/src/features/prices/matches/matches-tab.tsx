import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import ListChecks from "lucide-react/icons/list-checks";
import { useStores } from "../../../api/stores.ts";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { ReadOnlyNote } from "../../admin/editing/read-only-note.tsx";
import { adminFreshFor, adminKey } from "../../admin/queries.ts";
import { type Allowed, type TabState, useTabState } from "../../admin/tabs/tab-address.ts";
import { TabPending } from "../../admin/tabs/tab-fallbacks.tsx";
import { TabPager } from "../../admin/tabs/tab-list.tsx";
import { TabPage } from "../../admin/tabs/tab-page.tsx";
import { TabSearch } from "../../admin/tabs/tab-search.tsx";
import { useAdminQuery } from "../../admin/use-admin-query.ts";
import { MatchList } from "./match-list.tsx";
import { useDecisions } from "./use-decisions.ts";

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
  if (!data) {
    if (!error) return <TabPending />;
    return <FailureNotice title={serverMessageOf(error, "Failed to load matches")} onRetry={refetch} />;
  }
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
          <option value="decided">Decided</option>
        </Select>
      </div>
      <div className="sticky top-16 z-10 -mx-1 min-h-9 bg-surface px-1 py-2 text-sm">
        <p role="status" className="text-positive">
          {decisions.done}
        </p>
        {decisions.failure && <ErrorBox>{decisions.failure}</ErrorBox>}
      </div>
      {isEmpty ? (
        <Notice icon={ListChecks} title={state.state === "waiting" ? "Nothing waits for a decision" : "No decisions"}>
          {state.search || state.store
            ? "No product fits the search and the store."
            : "Uncertain products appear here after a store was read."}
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
  state: "waiting" | "decided";
}

const matchesDefaults: MatchesState = { page: 1, search: "", store: "", state: "waiting" };
const matchesAllowed: Allowed<MatchesState> = { state: ["waiting", "decided"] };

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
