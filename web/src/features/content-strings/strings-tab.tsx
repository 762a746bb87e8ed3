import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Call, requestOf } from "contract/core/call.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import type { Order } from "contract/core/sorting.ts";
import Download from "lucide-static/icons/download.svg?react";
import Info from "lucide-static/icons/info.svg?react";
import Replace from "lucide-static/icons/replace.svg?react";
import SearchX from "lucide-static/icons/search-x.svg?react";
import Upload from "lucide-static/icons/upload.svg?react";
import { useState } from "react";
import { saveResponse } from "../../page/save-file.ts";
import { Notice } from "../../ui/notice.tsx";
import { useAction } from "../../ui/use-action.ts";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.tsx";
import { LeaveGuard } from "../admin/leave-guard.tsx";
import { useDenialReason, useTranslateDenial } from "../admin/me.ts";
import { adminFreshFor, adminKey, useAdminQuery } from "../admin/queries.ts";
import { TabList, useTabState } from "../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage } from "../admin/tab-page.tsx";
import { EditConflict } from "../admin/use-edits.tsx";
import { HistoryDialog, RevertDialog } from "./history-dialog.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { LanguageBar } from "./language-bar.tsx";
import { ReplaceDialog } from "./replace-dialog.tsx";
import {
  type StringAction,
  StringEditContext,
  StringFilters,
  stringCategoriesQuery,
  stringColumns,
  useStringEdit,
} from "./string-columns.tsx";
import { Translations } from "./translations.tsx";

const defaults: StringsState = { search: "", category: "", sort: "key", order: "ASC", page: 1 };

interface SharedState {
  language: string;
  search: string;
  category: string;
  page: number;
  [name: string]: string | number;
}

/** All texts of the site: search, inline editing and history (spec/content-and-settings 2). */
export function StringsTab() {
  // a search stays when another language is chosen
  const { state, show } = useTabState<SharedState>({ language: "", search: "", category: "", page: 1 });
  const { language } = state;
  return (
    <TabPage actions={<StringTools key={language} language={language || undefined} />}>
      <LanguageBar tag={language} onChoose={(chosen) => show({ language: chosen })} />
      {language ? <Translations key={language} language={language} /> : <Strings />}
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
      <StringFilters label="Search by key or value" state={state} show={show} />
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

/** Actions on many texts, or on many translations: replace, import and export. */
function StringTools({ language }: { language: string | undefined }) {
  const lacksEnglish = useDenialReason()("content.write");
  const lacksLanguage = useTranslateDenial(language ?? "");
  const lacksWrite = language ? lacksLanguage : lacksEnglish;
  const [open, setOpen] = useState<"replace" | "import" | null>(null);
  const close = () => setOpen(null);
  const { run, running, failure } = useAction((error) => serverMessageOf(error, "Failed to export content strings"));
  const save = (format: "json" | "csv" | "po") =>
    run(() => {
      const query = { format, ...(language && { locale: language }) };
      const { url } = requestOf("GET /api/admin/content/strings/export", { query });
      return saveResponse(url, `content-strings.${format}`);
    });
  return (
    <>
      {failure && (
        <p role="alert" className="self-center text-sm text-danger">
          {failure}
        </p>
      )}
      <ActionButton size="small" denialReason={lacksWrite} onClick={() => setOpen("replace")}>
        <Replace aria-hidden className="size-4" />
        Find and replace
      </ActionButton>
      <ActionButton size="small" denialReason={lacksWrite} onClick={() => setOpen("import")}>
        <Upload aria-hidden className="size-4" />
        Import
      </ActionButton>
      <ActionButton size="small" disabled={running} onClick={() => void save("json")}>
        <Download aria-hidden className="size-4" />
        Export
      </ActionButton>
      <ActionButton size="small" disabled={running} onClick={() => void save("csv")}>
        <Download aria-hidden className="size-4" />
        Export CSV
      </ActionButton>
      {language && (
        <ActionButton size="small" disabled={running} onClick={() => void save("po")}>
          <Download aria-hidden className="size-4" />
          Export PO
        </ActionButton>
      )}
      {open === "replace" && <ReplaceDialog {...(language && { language })} onClose={close} />}
      {open === "import" && <ImportDialog {...(language && { language })} onClose={close} />}
    </>
  );
}

const area = [adminKey, "strings"] as const;

const stringSorts = ["key", "current_value", "category", "last_modified"] as const;

/** The tab's state. Empty texts mean no search and all categories. */
interface StringsState {
  search: string;
  category: string;
  sort: (typeof stringSorts)[number];
  order: Order;
  page: number;
  [name: string]: string | number;
}

/** A page of the texts. The previous page stays visible while the next loads. */
function stringListQuery(call: Call, { search, category, sort, order, page }: StringsState) {
  const query = {
    search,
    category: category || undefined,
    sortBy: sort,
    sortOrder: order,
    page,
    limit: defaultPageSize,
  };
  return queryOptions({
    queryKey: [...area, "list", query],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/content/strings", { query }, { signal }),
  });
}
