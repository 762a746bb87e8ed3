import { queryOptions } from "@tanstack/react-query";
import { valueProblems } from "contract/content-strings/rules.ts";
import type { ContentString } from "contract/content-strings/schema.ts";
import type { Call } from "contract/core/call.ts";
import History from "lucide-static/icons/history.svg?react";
import Pencil from "lucide-static/icons/pencil.svg?react";
import Undo2 from "lucide-static/icons/undo-2.svg?react";
import { type ComponentType, createContext, type KeyboardEvent, type ReactNode, use, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { Select } from "../../ui/select.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { useAdminCall } from "../admin/admin-call.tsx";
import { BreakableKey } from "../admin/breakable-key.tsx";
import { fieldStyle } from "../admin/field-style.ts";
import { useDenialReason, useMe } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { adminFreshFor, adminKey, useAdminQuery } from "../admin/queries.ts";
import { TabSearch } from "../admin/tab-list.tsx";
import { type Column, stickyRight } from "../admin/table.tsx";
import { useEdits } from "../admin/use-edits.tsx";

/** The categories of all texts. */
export function stringCategoriesQuery(call: Call) {
  return queryOptions({
    queryKey: [adminKey, "strings", "categories"],
    staleTime: adminFreshFor,
    queryFn: async ({ signal }) => (await call("GET /api/admin/content/strings/categories", {}, { signal })).categories,
  });
}

interface StringFiltersProps {
  /** Label of the search. */
  label: string;
  state: { search: string; category: string };
  show: (change: { search?: string; category?: string }, options?: { replace?: boolean }) => void;
  /** A further choice. */
  children?: ReactNode;
}

/** The search and the choices above a list of texts; below each other where both do not fit. */
export function StringFilters({ label, state, show, children }: StringFiltersProps) {
  const { data: categories = [] } = useAdminQuery(stringCategoriesQuery(useAdminCall()));
  return (
    <div className="mb-4 flex flex-wrap gap-2.5">
      <TabSearch
        label={label}
        applied={state.search}
        onSearch={(search) => show({ search }, { replace: state.search !== "" })}
        className="grow basis-80"
      />
      <div className="flex grow gap-2.5 *:min-w-0 *:grow *:basis-44">
        <Select label="Category" value={state.category} onChoose={(category) => show({ category })}>
          <option value="">All categories</option>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </Select>
        {children}
      </div>
    </div>
  );
}

/** A dialog opened from a row. */
export interface StringAction {
  kind: "history" | "revert";
  string: ContentString;
}

export const stringColumns: Column<ContentString>[] = [
  {
    head: "Key",
    sort: "key",
    className: "w-[22%] min-w-32 font-medium wrap-anywhere",
    cell: ({ key, unused }) => (
      <>
        <BreakableKey name={key} />
        {unused && <span className="block text-muted">No longer used</span>}
      </>
    ),
  },
  {
    head: "Value",
    sort: "current_value",
    className: "min-w-60",
    cell: (string) => <ValueCell string={string} />,
  },
  {
    head: "Category",
    sort: "category",
    className: "w-32",
    cell: (string) => <CategoryCell string={string} />,
  },
  {
    head: "Last Updated",
    sort: "last_modified",
    className: "w-32 figures text-muted",
    cell: ({ last_modified }) => formatMoment(last_modified),
  },
  { head: "Actions", className: `w-34 ${stickyRight}`, cell: (string) => <Actions string={string} /> },
];

function ValueCell({ string }: { string: ContentString }) {
  const edit = useOpenEdit();
  if (edit.opened?.id === string.id) {
    return (
      <ValueEditor edit={edit} label={`Value of ${string.key}`} variables={edit.opened.variables}>
        <span className="font-medium">Original:</span> {edit.opened.current_value}
      </ValueEditor>
    );
  }
  return (
    <p className="line-clamp-3 break-words whitespace-pre-wrap" title={string.current_value}>
      {string.current_value}
    </p>
  );
}

/** The category; only a super admin can change it (spec/content-and-settings 1.6). */
function CategoryCell({ string }: { string: ContentString }) {
  const edit = useOpenEdit();
  const { user } = useMe();
  if (edit.opened?.id !== string.id || !user.isSuperAdmin) return string.category;
  return (
    <>
      <input
        aria-label={`Category of ${string.key}`}
        list="string-categories"
        maxLength={100}
        value={edit.form.category}
        onChange={(event) => edit.change({ category: event.target.value })}
        className={
          "h-9 w-full rounded-md border border-border-strong/60 bg-raised px-2 text-sm " + "hover:border-border-strong"
        }
      />
      <datalist id="string-categories">
        {edit.categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </>
  );
}

function Actions({ string }: { string: ContentString }) {
  const edit = useOpenEdit();
  const lacksWrite = useDenialReason()("content.write");
  const otherIsOpen = edit.unsaved && edit.opened?.id !== string.id ? "Save or cancel the open edit first" : undefined;
  const isFirst = string.version === 1 ? "There is no earlier version" : undefined;
  return (
    <div className="-my-3 -ms-3 flex">
      <RowButton
        icon={Pencil}
        label={`Edit ${string.key}`}
        denialReason={lacksWrite ?? otherIsOpen}
        onClick={() => edit.begin(string)}
      />
      <RowButton
        icon={Undo2}
        label={`Revert ${string.key} to the previous version`}
        denialReason={lacksWrite ?? isFirst}
        onClick={() => edit.onAction({ kind: "revert", string })}
      />
      <RowButton
        icon={History}
        label={`History of ${string.key}`}
        onClick={() => edit.onAction({ kind: "history", string })}
      />
    </div>
  );
}

interface RowButtonProps {
  icon: ComponentType<{ className?: string; "aria-hidden"?: boolean }>;
  label: string;
  denialReason?: string | undefined;
  onClick: () => void;
}

export function RowButton({ icon: Icon, label, denialReason, onClick }: RowButtonProps) {
  return (
    <ActionButton
      kind="quiet"
      size="icon"
      aria-label={label}
      title={label}
      denialReason={denialReason}
      onClick={onClick}
    >
      <Icon aria-hidden className="size-4" />
    </ActionButton>
  );
}

interface ValueEditorProps {
  edit: Pick<StringEdit, "problems" | "saving" | "failure" | "save" | "cancel"> & {
    form: { value: string };
    change: (change: { value: string }) => void;
  };
  label: string;
  variables: readonly string[];
  /** The language of the text. */
  written?: { lang: string; dir: "ltr" | "rtl" };
  /** What is shown below: the text as it was. */
  children: ReactNode;
}

/** Edits a text in its row: Enter saves, Shift+Enter adds a line, Esc cancels (spec/content-and-settings 2.2). */
export function ValueEditor({ edit, label, variables, written, children }: ValueEditorProps) {
  const id = useId();
  const { problems, saving } = edit;

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter confirms a character of an input method
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      edit.save();
    }
    if (event.key === "Escape") edit.cancel();
  };
  return (
    <div className="grid min-w-64 gap-2">
      <textarea
        ref={focusAtEnd}
        {...written}
        aria-label={label}
        aria-invalid={problems.length > 0}
        aria-describedby={`${id}-problems ${id}-original`}
        rows={1}
        value={edit.form.value}
        readOnly={saving}
        onChange={(event) => edit.change({ value: event.target.value })}
        onKeyDown={onKeyDown}
        className={`field-sizing-content max-h-72 min-h-10 ${fieldStyle}`}
      />
      <ul id={`${id}-problems`} aria-live="polite" className="text-danger">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <p id={`${id}-original`} className="break-words whitespace-pre-wrap text-muted">
        {children}
      </p>
      {variables.length > 0 && (
        <p className="text-muted">
          <span className="font-medium">Variables:</span> {variables.map((name) => `{${name}}`).join(" ")}
        </p>
      )}
      {edit.failure && <ErrorBox>{edit.failure}</ErrorBox>}
      <div className="flex gap-2">
        <Button kind="primary" size="small" disabled={problems.length > 0 || saving} onClick={edit.save}>
          {saving ? "Saving…" : "Save"}
        </Button>
        <Button size="small" onClick={edit.cancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function focusAtEnd(box: HTMLTextAreaElement | null): void {
  box?.focus();
  box?.setSelectionRange(box.value.length, box.value.length);
}

interface Deps {
  onAction: (action: StringAction) => void;
  /** All categories. */
  categories: readonly string[];
}

type StringEdit = ReturnType<typeof useStringEdit>;

/** The inline edit of one text at a time, with its problems and state. */
export function useStringEdit({ onAction, categories }: Deps) {
  const call = useAdminCall();
  const [opened, setOpened] = useState<ContentString | null>(null);
  const edits = useEdits({
    thing: opened,
    toForm: (string) => ({ value: string?.current_value ?? "", category: string?.category ?? "" }),
    names: { value: opened?.key ?? "", category: `Category of ${opened?.key}` },
    send: ({ value, category }, base) => {
      const { id, current_value, version } = base!;
      const body = {
        current_value: value ?? current_value,
        base_version: version,
        ...(category !== undefined && { category }),
      };
      return call("PUT /api/admin/content/strings/{id}", { params: { id }, body });
    },
    onSaved: () => setOpened(null),
    fallback: "Failed to save the content string",
    changed: "texts",
  });
  const problems = opened ? valueProblems(edits.form.value, opened) : [];
  const cancel = () => {
    edits.cancel();
    setOpened(null);
  };
  return {
    ...edits,
    /** The text in its row's editor. */
    opened,
    problems,
    categories,
    onAction,
    begin: (string: ContentString) => {
      edits.cancel();
      setOpened(string);
    },
    cancel,
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

export const StringEditContext = createContext<StringEdit | null>(null);

/** The edit of the tab, for the cells of its table. */
function useOpenEdit(): StringEdit {
  const edit = use(StringEditContext);
  if (edit === null) throw new Error("useOpenEdit must be used inside the table of content strings");
  return edit;
}
