import { valueProblems } from "contract/content-strings/rules.ts";
import type { ContentString } from "contract/content-strings/schema.ts";
import { createContext, use, useState } from "react";
import { ApiError, failedWith } from "../../api/api-error.ts";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.ts";
import { useRefresh } from "../admin/editing/use-refresh.ts";
import type { StringAction } from "./string-columns.tsx";

/** The row that is being edited. */
interface Draft {
  /** The version that the edit is based on. */
  base: ContentString;
  value: string;
  category: string;
}

interface Deps {
  onAction: (action: StringAction) => void;
  /** All categories. */
  categories: readonly string[];
}

export type StringEdit = ReturnType<typeof useStringEdit>;

/** The inline edit of one text at a time, with its problems and state. */
export function useStringEdit({ onAction, categories }: Deps) {
  const call = useAdminCall();
  const refresh = useRefresh("texts");
  const [draft, setDraft] = useState<Draft | null>(null);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** A conflicting version saved meanwhile. */
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

  /** Saves the edit over the given version, the last one that the administrator has seen. */
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
      else setFailure(serverMessageOf(error, "Failed to save the content string"));
    } finally {
      setSaving(false);
    }
  };

  /** Discards the edit. */
  const takeTheirs = () => {
    cancel();
    void refresh();
  };
  /** Returns to the edit, on its old base. */
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
  if (edit === null) throw new Error("useOpenEdit must be used inside the table of content strings");
  return edit;
}
