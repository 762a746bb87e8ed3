import { valueProblems } from "contract/content-strings/rules.ts";
import type { ContentString } from "contract/content-strings/schema.ts";
import { createContext, use, useState } from "react";
import { serverWords, useAdminCall } from "../admin/admin-call.ts";
import { useRefresh } from "../admin/use-refresh.ts";
import { ApiError, failedWith } from "../api-error.ts";
import type { StringAction } from "./string-columns.tsx";

/** The row that is being edited. */
interface Draft {
  /** The text as it was when the edit began, or as somebody else saved it since and the administrator has seen. */
  base: ContentString;
  value: string;
  category: string;
}

interface Surroundings {
  onAction: (action: StringAction) => void;
  /** All that there are, to choose from. */
  categories: readonly string[];
}

export type StringEdit = ReturnType<typeof useStringEdit>;

/** The edit in place of one text at a time: what is typed, what is wrong with it, and how saving it went. */
export function useStringEdit({ onAction, categories }: Surroundings) {
  const call = useAdminCall();
  const refresh = useRefresh("texts");
  const [draft, setDraft] = useState<Draft | null>(null);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** What somebody else saved while this edit was open. */
  const [theirs, setTheirs] = useState<ContentString | null>(null);

  const problems = draft ? valueProblems(draft.value, draft.base) : [];
  const unsaved =
    draft !== null && (draft.value !== draft.base.current_value || draft.category !== draft.base.category);

  const begin = (base: ContentString) => {
    setFailure(undefined);
    setTheirs(null);
    setDraft({ base, value: base.current_value, category: base.category });
  };
  const cancel = () => {
    setDraft(null);
    setTheirs(null);
    setFailure(undefined);
  };

  /** Saves what is typed over the given state of the text: the one that the administrator has seen last. */
  const save = async (over = draft?.base) => {
    if (!draft || !over || saving || problems.length > 0) return;
    if (!unsaved) return cancel();
    setSaving(true);
    setFailure(undefined);
    setTheirs(null);
    try {
      const body = {
        current_value: draft.value,
        base_version: over.version,
        ...(draft.category !== draft.base.category && { category: draft.category }),
      };
      await call("PUT /api/admin/content/strings/{id}", { params: { id: over.id }, body });
      await refresh();
      setDraft(null);
    } catch (error) {
      if (failedWith(error, "stale") && error instanceof ApiError) setTheirs(error.current as ContentString);
      else setFailure(serverWords(error, "Failed to save the content string"));
    } finally {
      setSaving(false);
    }
  };

  /** Leaves the text as somebody else saved it. */
  const takeTheirs = () => {
    cancel();
    void refresh();
  };
  /** Goes back to the edit. Saving it then asks again, unless their value is taken for the base. */
  const keepEditing = () => setTheirs(null);

  return {
    draft,
    problems,
    unsaved,
    saving,
    failure,
    theirs,
    categories,
    begin,
    change: (change: Partial<Pick<Draft, "value" | "category">>) => setDraft(draft && { ...draft, ...change }),
    cancel,
    save,
    takeTheirs,
    keepEditing,
    onAction,
  };
}

export const StringEditContext = createContext<StringEdit | null>(null);

/** The edit of the tab, for the cells of its table. */
export function useOpenEdit(): StringEdit {
  const edit = use(StringEditContext);
  if (edit === null) throw new Error("Only the table of content strings edits them");
  return edit;
}
