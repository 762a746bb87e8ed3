import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { valueProblems } from "contract/content-strings/rules.ts";
import type { Translation, TranslationProposal } from "contract/content-strings/schema.ts";
import type { Call } from "contract/core/call.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import Check from "lucide-static/icons/check.svg?react";
import History from "lucide-static/icons/history.svg?react";
import Pencil from "lucide-static/icons/pencil.svg?react";
import SearchX from "lucide-static/icons/search-x.svg?react";
import { useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { Badge } from "../../ui/badge.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { useAction } from "../../ui/use-action.ts";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.tsx";
import { BreakableKey } from "../admin/breakable-key.tsx";
import { LeaveGuard } from "../admin/leave-guard.tsx";
import { useTranslateDenial } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { adminFreshFor, adminKey, useAdminQuery, useRefresh } from "../admin/queries.ts";
import { TabPager, useTabState } from "../admin/tab-list.tsx";
import { ReadOnlyNote } from "../admin/tab-page.tsx";
import { stickyRight, Table } from "../admin/table.tsx";
import { EditConflict, useEdits } from "../admin/use-edits.tsx";
import { HistoryDialog, type TextWithHistory } from "./history-dialog.tsx";
import { languagesQuery } from "./language-bar.tsx";
import { RowButton, StringFilters, ValueEditor } from "./string-columns.tsx";

const states = ["", "missing", "outdated", "edited", "proposed"] as const;

/** The tab's state. Empty texts mean no search, all categories and all states. */
interface TranslationsState {
  language: string;
  search: string;
  category: string;
  state: (typeof states)[number];
  page: number;
  [name: string]: string | number;
}

/** The English texts beside their translations into a language: search and inline editing. */
export function Translations({ language }: { language: string }) {
  const call = useAdminCall();
  const defaults: TranslationsState = { language: "", search: "", category: "", state: "", page: 1 };
  const { state, show, searchOf } = useTabState(defaults, { state: states });
  const result = useAdminQuery(translationsQuery(call, { ...state, language }));
  const { data: languages = [] } = useAdminQuery(languagesQuery(call));
  const written = { lang: language, dir: languages.find(({ tag }) => tag === language)?.direction ?? "ltr" };
  const edit = useTranslationEdit(language);
  const confirming = useConfirmTranslation(language);
  const proposals = useProposals(language);
  const [history, setHistory] = useState<TextWithHistory>();
  const lacksPermission = useTranslateDenial(language);
  const { data } = result;
  if (result.error && !data) {
    const title = serverMessageOf(result.error, "Failed to load translations");
    return <FailureNotice title={title} onRetry={result.refetch} />;
  }

  const columns = [
    {
      head: "Key",
      className: "w-[20%] min-w-32 font-medium wrap-anywhere",
      cell: (row: Translation) => (
        <>
          <BreakableKey name={row.key} />
          <span className="mt-1 flex flex-wrap gap-1">
            {row.id === null && <Badge tone="danger">Missing</Badge>}
            {row.outdated && <Badge tone="warning">Outdated</Badge>}
            {row.edited && <Badge>Edited</Badge>}
            {row.proposal && <Badge tone="accent">Proposed</Badge>}
          </span>
        </>
      ),
    },
    {
      head: "English",
      className: "min-w-60",
      cell: (row: Translation) => <p className="break-words whitespace-pre-wrap">{shownOf(edit, row).source_value}</p>,
    },
    {
      head: "Translation",
      className: "min-w-60",
      cell: (row: Translation) =>
        edit.opened?.key === row.key ? (
          <ValueEditor
            edit={edit}
            label={`Translation of ${row.key}`}
            variables={[...row.variables, ...row.optional_variables]}
            written={written}
          >
            {edit.opened.value !== null && (
              <>
                <span className="font-medium">Original:</span> <bdi lang={language}>{edit.opened.value}</bdi>
              </>
            )}
          </ValueEditor>
        ) : (
          <>
            <p {...written} className="break-words whitespace-pre-wrap">
              {row.value}
            </p>
            {row.proposal && (
              <Proposal
                proposal={row.proposal}
                name={row.key}
                written={written}
                denialReason={lacksPermission}
                onAccept={() => proposals.accept(row.key, row.proposal!)}
                onDismiss={() => proposals.dismiss(row.key, row.proposal!)}
              />
            )}
          </>
        ),
    },
    {
      head: "Actions",
      className: `w-34 ${stickyRight}`,
      cell: (row: Translation) => (
        <div className="-my-3 -ms-3 flex">
          <RowButton
            icon={Pencil}
            label={`Edit ${row.key}`}
            denialReason={
              lacksPermission ??
              (edit.unsaved && edit.opened?.key !== row.key ? "Save or cancel the open edit first" : undefined)
            }
            onClick={() => edit.begin(row)}
          />
          {row.outdated && (
            <RowButton
              icon={Check}
              label={`${row.key} is still right`}
              denialReason={lacksPermission}
              onClick={() => confirming.confirm(row)}
            />
          )}
          {row.id !== null && (
            <RowButton
              icon={History}
              label={`History of ${row.key}`}
              onClick={() => setHistory({ id: row.id!, key: row.key, language })}
            />
          )}
        </div>
      ),
    },
  ];
  return (
    <>
      <ReadOnlyNote needs="content.translate" reason={lacksPermission} />
      <StringFilters label="Search by key or text" state={state} show={show}>
        <Select
          label="State"
          value={state.state}
          onChoose={(chosen) => show({ state: states.find((one) => one === chosen) ?? "" })}
        >
          <option value="">All states</option>
          <option value="missing">Missing</option>
          <option value="outdated">Outdated</option>
          <option value="edited">Edited</option>
          <option value="proposed">Proposed</option>
        </Select>
      </StringFilters>
      {confirming.failure && <ErrorBox>{confirming.failure}</ErrorBox>}
      {proposals.failure && <ErrorBox>{proposals.failure}</ErrorBox>}
      <Table
        label="Translations"
        columns={columns}
        rows={data?.translations}
        rowKey={({ key }) => key}
        loading={result.isPlaceholderData}
        empty={<Notice icon={SearchX} title="No content strings found" />}
      />
      <TabPager page={state.page} total={data?.total ?? 0} pageSize={defaultPageSize} searchOf={searchOf} />
      <LeaveGuard unsaved={edit.unsaved} onDiscard={edit.cancel} />
      <EditConflict edit={edit} />
      {history && <HistoryDialog string={history} onClose={() => setHistory(undefined)} />}
    </>
  );
}

/** A row as its editor knows it: the English text may be newer than that of the list. */
function shownOf({ opened }: { opened: Translation | null }, row: Translation): Translation {
  return opened?.key === row.key ? opened : row;
}

/** The inline edit of one translation at a time. */
function useTranslationEdit(language: string) {
  const call = useAdminCall();
  const [opened, setOpened] = useState<Translation | null>(null);
  const edits = useEdits({
    thing: opened,
    toForm: (row) => ({ value: row?.value ?? "" }),
    names: { value: opened?.key ?? "" },
    send: ({ value = "" }, base) => {
      // saved over another English text only after the translator has seen it
      if (base!.source_version > opened!.source_version) {
        setOpened(base);
        const serverMessage = "The English text has changed meanwhile: compare it before you save";
        throw new ApiError(serverMessage, { status: 409, code: "conflict", serverMessage });
      }
      return call("PUT /api/admin/content/translations/{language}/{key}", toInput(language, base!, value));
    },
    onSaved: () => setOpened(null),
    fallback: "Failed to save the translation",
    changed: "texts",
  });
  const cancel = () => {
    edits.cancel();
    setOpened(null);
  };
  const owner = opened && { ...opened, optional: opened.optional_variables };
  const problems = owner ? valueProblems(edits.form.value, owner) : [];
  return {
    ...edits,
    opened,
    problems,
    cancel,
    begin: (row: Translation) => {
      edits.cancel();
      setOpened(row);
    },
    save: () => {
      if (problems.length > 0) return;
      if (edits.unsaved) void edits.save();
      else cancel();
    },
    /** Discards all of the edit. */
    takeTheirs: () => {
      edits.takeTheirs();
      cancel();
    },
  };
}

/** Says that an outdated translation is right for the new English text. */
function useConfirmTranslation(language: string) {
  const call = useAdminCall();
  const refresh = useRefresh("texts");
  const { run, failure } = useAction((error) => serverMessageOf(error, "Failed to save the translation"));
  return {
    failure,
    confirm: (row: Translation) =>
      void run(() =>
        call("PUT /api/admin/content/translations/{language}/{key}", toInput(language, row, row.value ?? "")).finally(
          refresh,
        ),
      ),
  };
}

interface ProposalProps {
  proposal: TranslationProposal;
  /** The key of the text. */
  name: string;
  written: { lang: string; dir: "ltr" | "rtl" };
  denialReason: string | undefined;
  onAccept: () => void;
  onDismiss: () => void;
}

/** What somebody proposes, with the decision about it. */
function Proposal({ proposal, name, written, denialReason, onAccept, onDismiss }: ProposalProps) {
  const { value, stale, proposed_by, proposed_at } = proposal;
  return (
    <div className="mt-2 rounded-md border border-border bg-sunken/60 p-2.5">
      <p {...written} className="break-words whitespace-pre-wrap">
        {value}
      </p>
      <p className="mt-1 text-xs text-muted">
        {`Proposed by ${proposed_by ?? "a deleted account"}, ${formatMoment(proposed_at)}`}
        {stale && ". The text has changed since."}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <ActionButton
          kind="primary"
          size="small"
          aria-label={`Accept the proposal for ${name}`}
          denialReason={denialReason ?? (stale ? "The text has changed since" : undefined)}
          onClick={onAccept}
        >
          Accept
        </ActionButton>
        <ActionButton
          size="small"
          aria-label={`Dismiss the proposal for ${name}`}
          denialReason={denialReason}
          onClick={onDismiss}
        >
          Dismiss
        </ActionButton>
      </div>
    </div>
  );
}

/** Decides about proposals. */
function useProposals(language: string) {
  const call = useAdminCall();
  const refresh = useRefresh("texts");
  const { run, failure } = useAction((error) => serverMessageOf(error, "Failed to save the decision"));
  const path = "/api/admin/content/translations/{language}/{key}/proposals/{proposalId}";
  return {
    failure,
    accept: (key: string, { id }: TranslationProposal) =>
      void run(() => call(`POST ${path}/accept`, { params: { language, key, proposalId: id } }).finally(refresh)),
    dismiss: (key: string, { id }: TranslationProposal) =>
      void run(() => call(`DELETE ${path}`, { params: { language, key, proposalId: id } }).finally(refresh)),
  };
}

function toInput(language: string, { key, version, source_version }: Translation, value: string) {
  return { params: { language, key }, body: { value, base_version: version, source_version } };
}

/** A page of the translations. The previous page stays visible while the next loads. */
function translationsQuery(call: Call, { language, search, category, state, page }: TranslationsState) {
  const query = { search, category: category || undefined, state: state || undefined, page, limit: defaultPageSize };
  return queryOptions({
    queryKey: [adminKey, "translations", language, query],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call("GET /api/admin/content/translations/{language}", { params: { language }, query }, { signal }),
  });
}
