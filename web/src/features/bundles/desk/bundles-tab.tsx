import type { BundleReading, BundleRow } from "contract/bundles/schema.ts";
import { formatCount } from "contract/core/counts.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import { isMasked } from "contract/prices/feed-rules.ts";
import Package from "lucide-static/icons/package.svg?react";
import Plus from "lucide-static/icons/plus.svg?react";
import { useState } from "react";
import { type Stores, useStores } from "../../../api/stores.ts";
import { Badge } from "../../../ui/badge.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { OpeningName } from "../../admin/opening-name.tsx";
import { useAdminQuery } from "../../admin/queries.ts";
import { TabPager, TabSearch, useTabState } from "../../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage } from "../../admin/tab-page.tsx";
import { type Column, Table } from "../../admin/table.tsx";
import { ChangeMessage, useChanges } from "../../admin/use-changes.tsx";
import { adminBundleQuery, adminBundlesQuery, type BundlesState, bundleReadingsQuery } from "./admin-queries.ts";
import { BundleDialog } from "./bundle-dialog.tsx";
import { kindNames } from "./bundle-form.ts";

const defaults: BundlesState = { page: 1, search: "", state: "" };

/** The bundle in the dialog. */
type Opened = number | "new" | null;

/** All bundles (spec/bundles 4). */
export function BundlesTab() {
  const lacksWrite = useDenialReason()("bundles.write");
  const [opened, setOpened] = useState<Opened>(null);
  const actions = (
    <ActionButton size="small" denialReason={lacksWrite} onClick={() => setOpened("new")}>
      <Plus aria-hidden className="size-4" />
      Add bundle
    </ActionButton>
  );
  return (
    <TabPage actions={actions}>
      <BundleList opened={opened} onOpen={setOpened} />
      <Readings />
    </TabPage>
  );
}

function BundleList({ opened, onOpen }: { opened: Opened; onOpen: (opened: Opened) => void }) {
  const { state, show, searchOf } = useTabState(defaults, { state: ["", "shown", "hidden"] });
  const { data, error, isPlaceholderData, refetch } = useAdminQuery(adminBundlesQuery(useAdminCall(), state));
  const { storeOf } = useStores();
  const changes = useChanges();
  const close = () => onOpen(null);
  const done = (text: string) => {
    changes.report(text);
    close();
  };
  if (error && !data) {
    return <FailureNotice title={serverMessageOf(error, "Failed to load bundles")} onRetry={refetch} />;
  }
  return (
    <>
      <ReadOnlyNote needs="bundles.write" />
      <div className="mb-4 flex flex-wrap gap-2.5">
        <TabSearch
          label="Search by title"
          applied={state.search}
          onSearch={(search) => show({ search }, { replace: state.search !== "" })}
          className="min-w-64 grow"
        />
        <Select label="Show" value={state.state} onChoose={(shown) => show({ state: shown })}>
          <option value="">All</option>
          <option value="shown">On sale</option>
          <option value="hidden">Not on sale</option>
        </Select>
      </div>
      <ChangeMessage changes={changes} />
      <Table
        label="Bundles"
        columns={columnsOf(storeOf, (bundle) => onOpen(bundle.id))}
        rows={data?.bundles}
        rowKey={(bundle) => bundle.id}
        loading={isPlaceholderData}
        align="middle"
        empty={
          <Notice icon={Package} title="No bundles">
            Add one, or import a file: npm run cli -- import bundles FILE
          </Notice>
        }
      />
      <TabPager page={state.page} total={data?.total ?? 0} pageSize={defaultPageSize} searchOf={searchOf} />
      {opened === "new" && <BundleDialog onDone={done} onClose={close} />}
      {typeof opened === "number" && <OpenedBundle id={opened} onDone={done} onClose={close} />}
    </>
  );
}

/** A bundle of the list. */
function OpenedBundle(props: { id: number; onDone: (done: string) => void; onClose: () => void }) {
  const { data } = useAdminQuery(adminBundleQuery(useAdminCall(), props.id));
  return data ? <BundleDialog key={data.id} bundle={data} {...props} /> : null;
}

const readingNames = { applied: "Applied", held: "Held", failed: "Failed" };

const readingColumns: Column<BundleReading>[] = [
  { head: "Read", className: "whitespace-nowrap", cell: ({ at }) => formatMoment(at) },
  {
    head: "Source",
    className: "break-all",
    cell: ({ source }) =>
      isMasked(source) ? (
        source
      ) : (
        <a href={source} target="_blank" rel="noreferrer" className="hover:underline">
          {source}
        </a>
      ),
  },
  {
    head: "State",
    className: "min-w-44",
    cell: ({ state, problem }) => (
      <span className={state === "applied" ? undefined : "text-danger"}>
        {`${readingNames[state]}${problem ? `: ${problem}` : ""}`}
      </span>
    ),
  },
  { head: "Bundles", count: true, cell: ({ seen }) => formatCount(seen) },
];

/** What was read from the addresses of BUNDLE_SOURCES, with the reasons why readings are held (spec/bundles 2). */
function Readings() {
  const { data } = useAdminQuery(bundleReadingsQuery(useAdminCall()));
  if (!data || data.total === 0) return null;
  return (
    <section aria-labelledby="readings" className="mt-8">
      <h2 id="readings" className="text-lg">
        Readings
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-sm text-muted">
        Each source is read once a day. A list that is much shorter is held, and counts if it is as short the next day.
      </p>
      <Table label="Readings" columns={readingColumns} rows={data.readings} rowKey={({ id }) => id} />
    </section>
  );
}

function columnsOf(storeOf: Stores["storeOf"], onOpen: (bundle: BundleRow) => void): Column<BundleRow>[] {
  return [
    {
      head: "Title",
      className: "w-full min-w-44",
      cell: (bundle) => <OpeningName name={bundle.title} onOpen={() => onOpen(bundle)} />,
    },
    { head: "Store", className: "xl:whitespace-nowrap", cell: ({ store }) => storeOf(store).name },
    { head: "Kind", className: "whitespace-nowrap", cell: ({ kind }) => kindNames[kind] },
    {
      head: "Ends",
      className: "min-w-32 xl:whitespace-nowrap",
      cell: ({ ends_at }) => (ends_at ? formatMoment(ends_at) : "Not known"),
    },
    {
      head: "Items",
      cell: ({ items, unmatched }) => (
        <span className="figures">
          {items}
          {unmatched > 0 && <span className="block text-xs text-muted">{`${unmatched} without a game`}</span>}
        </span>
      ),
    },
    {
      head: "State",
      cell: ({ shown, edited }) => (
        <span className="flex flex-wrap gap-1.5 xl:flex-nowrap">
          <Badge tone={shown ? "positive" : "neutral"}>{shown ? "On sale" : "Hidden"}</Badge>
          {edited && <Badge>By hand</Badge>}
        </span>
      ),
    },
  ];
}
