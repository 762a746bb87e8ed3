import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import { pageCount, pageWindow } from "contract/core/pagination.ts";
import type { Order } from "contract/core/sorting.ts";
import type { ReactNode } from "react";
import { useTypedSearch } from "../../page/use-typed-search.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { serverMessageOf } from "./admin-call.tsx";
import { type Column, Table } from "./table.tsx";

/** The state of a tab in its address. */
export interface TabState {
  page: number;
  [name: string]: string | number;
}

/** Allowed values by name. */
export type Allowed<State> = { [Name in keyof State]?: readonly State[Name][] };

/** Parses an address. Invalid values are ignored, so that no link breaks a tab. */
export function readTabState<State extends TabState>(
  raw: Readonly<Record<string, unknown>>,
  defaults: State,
  allowed: Allowed<State> = {},
): State {
  const state = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof State & string)[]) {
    const given = raw[name];
    if (typeof given !== "string") continue;
    if (name === "page") state.page = readPage(given);
    else if (allowed[name]?.includes(given as State[typeof name]) ?? true) state[name] = given as State[typeof name];
  }
  return state;
}

/** The search parameters of a state, without defaults. */
export function writeTabState<State extends TabState>(state: State, defaults: State): Partial<State> {
  const changed = Object.entries(state).filter(([name, value]) => value !== defaults[name]);
  return Object.fromEntries(changed) as Partial<State>;
}

function readPage(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/**
 * The state of a tab in its address. `show` changes it, at page 1 unless the change names one; `searchOf` gives a
 * link's parameters. `defaults` names all parameters.
 */
export function useTabState<State extends TabState>(defaults: State, allowed?: Allowed<State>) {
  const raw = useLocation({ select: ({ search }) => search });
  const navigate = useNavigate();
  const state = readTabState(raw, defaults, allowed);
  const searchOf = (change: Partial<State>) => writeTabState({ ...state, page: 1, ...change }, defaults);
  const show = (change: Partial<State>, { replace = false } = {}) =>
    void navigate({ to: ".", search: searchOf(change) as never, replace, resetScroll: false });
  return { state, show, searchOf };
}

/** A tab's state with a sorted list. */
interface ListState extends TabState {
  sort: string;
  order: Order;
}

interface TabListProps<State extends ListState, Row> {
  /** The table's accessible name. */
  label: string;
  /** Error message when the server gives none. */
  failed: string;
  /** Shown when there are no rows. */
  empty: ReactNode;
  columns: readonly Column<Row>[];
  tab: ReturnType<typeof useTabState<State>>;
  /** The query of the page. */
  result: { error: unknown; isPlaceholderData: boolean; refetch: () => unknown };
  /** Its rows, `undefined` until they are there, and how many there are on all pages. */
  rows: readonly Row[] | undefined;
  total: number | undefined;
  pageSize: number;
  align?: "top" | "middle";
}

/** A page of a tab's list as a sortable table with its pager, or a failure notice. */
export function TabList<State extends ListState, Row extends { id: number }>(props: TabListProps<State, Row>) {
  const { failed, tab, result, rows, total = 0, pageSize, ...table } = props;
  const { state, searchOf } = tab;
  if (result.error && !rows) {
    return <FailureNotice title={serverMessageOf(result.error, failed)} onRetry={result.refetch} />;
  }
  return (
    <>
      <Table
        {...table}
        rows={rows}
        rowKey={({ id }) => id}
        sorting={{ ...state, searchOf: (change) => searchOf(change as Partial<State>) }}
        loading={result.isPlaceholderData}
      />
      <TabPager
        page={state.page}
        total={total}
        pageSize={pageSize}
        searchOf={(change) => searchOf(change as Partial<State>)}
      />
    </>
  );
}

const labels = { pages: "Pages", page: (page: number) => `Page ${page}`, previous: "Previous", next: "Next" };

interface TabPagerProps {
  page: number;
  /** Of all that was found. */
  total: number;
  pageSize: number;
  /** The search parameters of a page's address. */
  searchOf: (change: { page: number }) => object;
}

/** The visible range of the list, and its pages (spec/administration 2.4). */
export function TabPager({ page, total, pageSize, searchOf }: TabPagerProps) {
  if (total <= pageSize) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="figures text-sm text-muted">
        {first <= total
          ? `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}`
          : `${formatCount(total)} in all`}
      </p>
      <Pager
        current={page}
        total={pageCount(total, pageSize)}
        pages={pageWindow(page, pageCount(total, pageSize))}
        labels={labels}
        link={({ page: to, ...rest }) => (
          <Link to="." search={searchOf({ page: to }) as never} resetScroll={false} {...rest} />
        )}
      />
    </div>
  );
}

interface TabSearchProps {
  /** The label. */
  label: string;
  /** The search in the address. */
  applied: string;
  onSearch: (search: string) => void;
  className?: string;
}

/** The search box of a tab: searches after a pause in typing, and on Enter. */
export function TabSearch({ label, applied, onSearch, className }: TabSearchProps) {
  const search = useTypedSearch(applied, onSearch);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is too young for some browsers
    <form
      role="search"
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        search.applyNow();
      }}
    >
      <SearchField
        label={label}
        placeholder={label}
        clearLabel="Clear the search"
        submitLabel="Search"
        value={search.typed}
        onChange={search.setTyped}
      />
    </form>
  );
}
