import type { CatalogueGame } from "contract/catalogue/game-schema.ts";
import type { EditableField } from "contract/catalogue/rules.ts";
import { useState } from "react";
import { ApiError, failedWith } from "../../../api/api-error.ts";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { useRefresh } from "../../admin/editing/use-refresh.ts";
import { conflictsOf, type GameEdits, toFields, toForm, withEdit } from "./game-form.ts";

/** What is typed, over the game as it was when the first field was edited. */
interface Draft {
  base: CatalogueGame;
  edits: GameEdits;
}

export type GameEdit = ReturnType<typeof useGameEdit>;

/** The form of a game and its saving (spec/administration 2.5). */
export function useGameEdit(game: CatalogueGame, onDone: (done: string) => void) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const [draft, setDraft] = useState<Draft>();
  const [reason, setReason] = useState("");
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  /** The game as another administrator saved it first. */
  const [theirs, setTheirs] = useState<CatalogueGame>();
  const { base, edits } = draft ?? { base: game, edits: {} };
  const conflictsWith = (current: CatalogueGame, { base, edits }: Draft) =>
    conflictsOf(edits, toForm(base), toForm(current));

  function edit(base: CatalogueGame, edits: GameEdits): void {
    setDraft(Object.keys(edits).length > 0 ? { base, edits } : undefined);
  }

  /** Saves over the version of the draft, and over a newer one if that changed none of the same fields. */
  async function send(draft: Draft): Promise<CatalogueGame | undefined> {
    const body = { ...toFields(draft.edits), base_version: draft.base.version, ...(reason && { reason }) };
    try {
      await call("PUT /api/admin/catalogue/games/{id}", { params: { id: game.id }, body: body as object });
    } catch (error) {
      if (!failedWith(error, "stale") || !(error instanceof ApiError)) throw error;
      const current = error.current as CatalogueGame;
      return conflictsWith(current, draft).length > 0 ? current : send({ ...draft, base: current });
    }
  }

  async function save(draft: Draft): Promise<void> {
    if (saving) return;
    setSaving(true);
    setFailure(undefined);
    setTheirs(undefined);
    try {
      const current = await send(draft);
      if (current) return setTheirs(current);
      await refresh();
      setDraft(undefined);
      setReason("");
      onDone("Saved.");
    } catch (error) {
      setFailure(error);
    } finally {
      setSaving(false);
    }
  }

  return {
    form: { ...toForm(base), ...edits },
    reason,
    setReason,
    unsaved: draft !== undefined,
    saving,
    failure: failure === undefined ? undefined : serverMessageOf(failure, "Failed to save the game"),
    /** What the server says is wrong, by field. */
    problems: new Map(failure instanceof ApiError ? failure.details.map(({ path, msg }) => [path, msg]) : []),
    conflicts: theirs && draft ? conflictsWith(theirs, draft) : [],
    change: (name: EditableField, text: string) => edit(base, withEdit(edits, toForm(base), name, text)),
    cancel: () => {
      setDraft(undefined);
      setFailure(undefined);
    },
    save: () => (draft ? save(draft) : undefined),
    /** Saves over what somebody else has saved, which has been shown. */
    keepMine: () => {
      const next = { base: theirs!, edits };
      setDraft(next);
      return save(next);
    },
    /** Takes what somebody else has saved; other edits stay. */
    takeTheirs: () => {
      const lost = conflictsWith(theirs!, { base, edits }).map(({ field }) => field);
      edit(
        theirs!,
        Object.fromEntries(Object.entries(edits).filter(([name]) => !lost.includes(name as EditableField))),
      );
      setTheirs(undefined);
      void refresh();
    },
    keepEditing: () => setTheirs(undefined),
  };
}
