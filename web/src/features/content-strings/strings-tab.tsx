import { useQuery } from "@tanstack/react-query";
import type { ContentString } from "contract/content-strings/schema.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import Download from "lucide-react/icons/download";
import Info from "lucide-react/icons/info";
import Replace from "lucide-react/icons/replace";
import SearchX from "lucide-react/icons/search-x";
import Upload from "lucide-react/icons/upload";
import { useState } from "react";
import { saveJson } from "../../page/save-file.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.ts";
import { LeaveGuard } from "../admin/leave-guard.tsx";
import { useDenialReason } from "../admin/me.ts";
import { useAdminQuery } from "../admin/queries.ts";
import { TabList, TabSearch, useTabState } from "../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage } from "../admin/tab-page.tsx";
import { EditConflict } from "../admin/use-edits.tsx";
import {
  type StringsState,
  stringCategoriesQuery,
  stringHistoryQuery,
  stringListQuery,
  stringSorts,
} from "./admin-queries.ts";
import { DiffView } from "./diff-view.tsx";
import { HistoryDialog, restoreFailure, restoreQuestion, useRestore } from "./history-dialog.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { ReplaceDialog } from "./replace-dialog.tsx";
import { type StringAction, StringEditContext, stringColumns, useStringEdit } from "./string-columns.tsx";

const defaults: StringsState = { search: "", category: "", sort: "key", order: "ASC", page: 1 };

/** All texts of the site: search, inline editing and history (spec/content-and-settings 2). */
export function StringsTab() {
  return (
    <TabPage actions={<StringTools />}>
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

/** Actions on many texts: replace, import and export. */
function StringTools() {
  const lacksWrite = useDenialReason()("content.write");
  const [open, setOpen] = useState<"replace" | "import" | null>(null);
  const close = () => setOpen(null);
  const { run, busy, failure } = useExport();
  return (
    <>
      {failure && (
        <p role="alert" className="self-center text-sm text-danger">
          {failure}
        </p>
      )}
      <ActionButton size="small" denialReason={lacksWrite} onClick={() => setOpen("replace")}>
        <Replace aria-hidden className="size-4" />
        Find and Replace
      </ActionButton>
      <ActionButton size="small" denialReason={lacksWrite} onClick={() => setOpen("import")}>
        <Upload aria-hidden className="size-4" />
        Import
      </ActionButton>
      <ActionButton size="small" disabled={busy} onClick={run}>
        <Download aria-hidden className="size-4" />
        Export
      </ActionButton>
      {open === "replace" && <ReplaceDialog onClose={close} />}
      {open === "import" && <ImportDialog onClose={close} />}
    </>
  );
}

/** Saves all texts as a file for import. */
function useExport() {
  const call = useAdminCall();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const texts = await call("GET /api/admin/content/strings/export", {});
      saveJson(texts, `content-strings-${new Date().toISOString().slice(0, 10)}.json`);
    } catch (error) {
      setFailure(serverMessageOf(error, "Failed to export content strings"));
    } finally {
      setBusy(false);
    }
  };
  return { run, busy, failure };
}

/** Restores the previous version after showing the differences (spec/content-and-settings 1.5). */
function RevertDialog({ string, onClose }: { string: ContentString; onClose: () => void }) {
  const { data, error, refetch } = useQuery(stringHistoryQuery(useAdminCall(), string.id, 1));
  const restore = useRestore(string);
  const [current, previous] = data?.versions ?? [];

  if (current && previous) {
    return (
      <ConfirmDialog
        title="Revert to the previous version"
        action="Revert"
        wide
        onConfirm={() => restore(previous)}
        explain={() => restoreFailure}
        onClose={onClose}
      >
        <p className="mb-4">{restoreQuestion}</p>
        <DiffView older={current.value} newer={previous.value} />
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title="Revert to the previous version" onClose={onClose} wide>
      {error ? (
        <FailureNotice title="Failed to load the history" onRetry={refetch} />
      ) : (
        <p role="status" className="mt-3 text-muted">
          {data ? "There is no earlier version." : "Loading history..."}
        </p>
      )}
    </Dialog>
  );
}
