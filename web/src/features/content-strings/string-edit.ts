import { valueProblems } from "contract/content-strings/rules.ts";
import type { ContentString } from "contract/content-strings/schema.ts";
import { createContext, use, useState } from "react";
import { useAdminCall } from "../admin/admin-call.ts";
import { useEdits } from "../admin/editing/use-edits.ts";
import type { StringAction } from "./string-columns.tsx";

interface Deps {
  onAction: (action: StringAction) => void;
  /** All categories. */
  categories: readonly string[];
}

export type StringEdit = ReturnType<typeof useStringEdit>;

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
export function useOpenEdit(): StringEdit {
  const edit = use(StringEditContext);
  if (edit === null) throw new Error("useOpenEdit must be used inside the table of content strings");
  return edit;
}
