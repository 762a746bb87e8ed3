import { useState } from "react";
import { ApiError, failedWith } from "../../../api/api-error.ts";
import { serverMessageOf } from "../admin-call.ts";
import { conflictsOf, type Edits, withEdit } from "./edits.ts";
import { useRefresh } from "./use-refresh.ts";

interface EditsOptions<Thing, Field extends string> {
  /** As last loaded. */
  thing: Thing;
  toForm: (thing: Thing) => Record<Field, string>;
  names: Record<Field, string>;
  /** Saves the edits over the version of `base`; throws `stale` with the newer thing. */
  send: (edits: Edits<Field>, base: Thing) => Promise<unknown>;
  onSaved: () => void;
  /** The message when the server has none. */
  fallback: string;
}

/** The edits, and the thing as it was when the first field was edited. */
interface Draft<Thing, Field extends string> {
  base: Thing;
  edits: Edits<Field>;
}

/** The form of something with versions, and its saving (spec/administration 2.5). */
export function useEdits<Thing, Field extends string>({
  thing,
  toForm,
  names,
  send,
  onSaved,
  fallback,
}: EditsOptions<Thing, Field>) {
  const refresh = useRefresh();
  const [draft, setDraft] = useState<Draft<Thing, Field>>();
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  /** The thing as another administrator saved it first. */
  const [theirs, setTheirs] = useState<Thing>();
  const { base, edits } = draft ?? { base: thing, edits: {} as Edits<Field> };
  const conflictsWith = (current: Thing, { base, edits }: Draft<Thing, Field>) =>
    conflictsOf(names, edits, toForm(base), toForm(current));

  function edit(base: Thing, edits: Edits<Field>): void {
    setDraft(Object.keys(edits).length > 0 ? { base, edits } : undefined);
  }

  /** Saves over the version of the draft, or over a newer one that changed other fields. */
  async function sendOver(draft: Draft<Thing, Field>): Promise<Thing | undefined> {
    try {
      await send(draft.edits, draft.base);
    } catch (error) {
      if (!failedWith(error, "stale") || !(error instanceof ApiError)) throw error;
      const current = error.current as Thing;
      return conflictsWith(current, draft).length > 0 ? current : sendOver({ ...draft, base: current });
    }
  }

  async function save(draft: Draft<Thing, Field>): Promise<void> {
    if (saving) return;
    setSaving(true);
    setFailure(undefined);
    setTheirs(undefined);
    try {
      const current = await sendOver(draft);
      if (current) return setTheirs(current);
      await refresh();
      setDraft(undefined);
      onSaved();
    } catch (error) {
      setFailure(error);
    } finally {
      setSaving(false);
    }
  }

  return {
    form: { ...toForm(base), ...edits } as Record<Field, string>,
    unsaved: draft !== undefined,
    saving,
    failure: failure === undefined ? undefined : serverMessageOf(failure, fallback),
    /** The server's error messages by field. */
    problems: new Map(failure instanceof ApiError ? failure.details.map(({ path, msg }) => [path, msg]) : []),
    conflicts: theirs && draft ? conflictsWith(theirs, draft) : [],
    fail: setFailure,
    change: (name: Field, text: string) => edit(base, withEdit(edits, toForm(base), name, text)),
    cancel: () => {
      setDraft(undefined);
      setFailure(undefined);
    },
    save: () => (draft ? save(draft) : undefined),
    /** Overwrites the other administrator's values, which have been shown. */
    keepMine: () => {
      const next = { base: theirs!, edits };
      setDraft(next);
      return save(next);
    },
    /** Discards the conflicting edits; the others stay. */
    takeTheirs: () => {
      const discarded: string[] = conflictsWith(theirs!, { base, edits }).map(({ field }) => field);
      edit(
        theirs!,
        Object.fromEntries(Object.entries(edits).filter(([name]) => !discarded.includes(name))) as Edits<Field>,
      );
      setTheirs(undefined);
      void refresh();
    },
    keepEditing: () => setTheirs(undefined),
  };
}
