import { defaultPageSize } from "contract/core/pagination.ts";
import Info from "lucide-react/icons/info";
import SearchX from "lucide-react/icons/search-x";
import { useState } from "react";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { useAdminCall } from "../admin/admin-call.ts";
import { LeaveGuard } from "../admin/editing/leave-guard.tsx";
import { ReadOnlyNote } from "../admin/editing/read-only-note.tsx";
import { EditConflict } from "../admin/editing/stale-dialog.tsx";
import { useTabState } from "../admin/tabs/tab-address.ts";
import { TabList } from "../admin/tabs/tab-list.tsx";
import { TabPage } from "../admin/tabs/tab-page.tsx";
import { TabSearch } from "../admin/tabs/tab-search.tsx";
import { useAdminQuery } from "../admin/use-admin-query.ts";
import { type StringsState, stringCategoriesQuery, stringListQuery, stringSorts } from "./admin-queries.ts";
import { HistoryDialog } from "./history-dialog.tsx";
import { RevertDialog } from "./revert-dialog.tsx";
import { type StringAction, stringColumns } from "./string-columns.tsx";
import { StringEditContext, useStringEdit } from "./string-edit.ts";
import { StringTools } from "./string-tools.tsx";

const defaults: StringsState = { search: "", category: "", sort: "key", order: "ASC", page: 1 };

/** All texts of the site: search, inline editing and history (spec/content-and-settings 2). */
export function StringsTab() {
  return (
    <TabPage title="Content Strings" needs="content.read" actions={<StringTools />}>
      <Strings />
    </TabPage>
  );
}

function Strings() {
  const call = useAdminCall();
  const tab = useTabState(defaults, { sort: stringSorts, order: ["ASC", "DESC"] });
  const { state, show } = tab;
  const result = useAdminQuery(stringListQuery(call, state));
  const { data: categories = [] } = useAdminQuery(stringCategoriesQuery(call));
  const [action, setAction] = useState<StringAction | null>(null);
  const edit = useStringEdit({ onAction: setAction, categories });
  const endAction = () => setAction(null);

  return (
    <>
      <p className="mb-4 flex items-start gap-2.5 rounded-md border border-border bg-raised px-3.5 py-2.5 text-sm">
        <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        Adding or deleting content strings requires a code deployment. Here their values are edited.
      </p>
      <ReadOnlyNote needs="content.write" />
      <div className="mb-4 grid gap-2.5 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <TabSearch
          label="Search by key or value"
          applied={state.search}
          onSearch={(search) => show({ search }, { replace: state.search !== "" })}
        />
        <Select label="Category" value={state.category} onChoose={(category) => show({ category })}>
          <option value="">All categories</option>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </Select>
      </div>
      <StringEditContext value={edit}>
        <TabList
          label="Content strings"
          failed="Failed to load content strings"
          empty={<Notice icon={SearchX} title="No content strings found" />}
          columns={stringColumns}
          tab={tab}
          result={result}
          rows={result.data?.contentStrings}
          total={result.data?.total}
          pageSize={defaultPageSize}
        />
      </StringEditContext>
      <LeaveGuard unsaved={edit.unsaved} onDiscard={edit.cancel} />
      <EditConflict edit={edit} />
      {action?.kind === "history" && <HistoryDialog string={action.string} onClose={endAction} />}
      {action?.kind === "revert" && <RevertDialog string={action.string} onClose={endAction} />}
    </>
  );
}
