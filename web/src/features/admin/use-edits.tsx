import { type SubmitEvent, useState } from "react";
import { ApiError, failedWith } from "../../api/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useAction } from "../../ui/use-action.ts";
import { serverMessageOf } from "./admin-call.tsx";
import { useRefresh } from "./queries.ts";

interface EditsOptions<Thing, Form extends object> {
  /** As last loaded. */
  thing: Thing;
  toForm: (thing: Thing) => Form;
  /** The fields by name, in display order. */
  names: Record<keyof Form & string, string>;
  /** A value as a conflict shows it. */
  textOf?: (form: Form, field: keyof Form & string) => string;
  /** Where each field has a version of its own: the newest thing, but with the edited fields as they were in `base`. */
  rebase?: (newest: Thing, base: Thing, edits: Partial<Form>) => Thing;
  /** Saves the edits over the version of `base`; throws `stale` with the newer thing. */
  send: (edits: Partial<Form>, base: Thing) => Promise<unknown>;
  onSaved: () => void;
  /** The message when the server has none. */
  fallback: string;
  /** The public response that shows it. */
  changed?: "texts" | "site";
}

/** The edits, and the thing as it was when the first field was edited. */
interface Draft<Thing, Form> {
  base: Thing;
  edits: Partial<Form>;
}

/**
 * The edits of something with versions, and their saving. If somebody else saved it first, edits of other fields are
 * saved over the newer version; where both changed the same field, the administrator chooses (spec/administration 2.5).
 */
export function useEdits<Thing, Form extends object>({
  thing,
  toForm,
  names,
  textOf,
  rebase = (_newest, base) => base,
  send,
  onSaved,
  fallback,
  changed,
}: EditsOptions<Thing, Form>) {
  const refresh = useRefresh(changed);
  const [draft, setDraft] = useState<Draft<Thing, Form>>();
  const { running: saving, failure, run, setFailure } = useAction<unknown>((error) => error);
  /** The thing as another administrator saved it first. */
  const [theirs, setTheirs] = useState<Thing>();
  const edits = draft?.edits ?? ({} as Partial<Form>);
  const base = draft ? rebase(thing, draft.base, edits) : thing;
  const conflictsWith = (current: Thing, { base, edits }: Draft<Thing, Form>) =>
    conflictsOf({ names, textOf }, edits, toForm(base), toForm(current));

  function edit(base: Thing, edits: Partial<Form>): void {
    setDraft(Object.keys(edits).length > 0 ? { base, edits } : undefined);
  }

  /** Saves over the version of the draft, or over a newer one that changed other fields. */
  async function sendOver(draft: Draft<Thing, Form>): Promise<Thing | undefined> {
    try {
      await send(draft.edits, draft.base);
    } catch (error) {
      if (!failedWith(error, "stale") || !(error instanceof ApiError)) throw error;
      const current = error.current as Thing;
      return conflictsWith(current, draft).length > 0 ? current : sendOver({ ...draft, base: current });
    }
  }

  function save(draft: Draft<Thing, Form>): Promise<void> | undefined {
    if (saving) return;
    setTheirs(undefined);
    return run(async () => {
      const current = await sendOver(draft);
      if (current) return setTheirs(current);
      await refresh();
      setDraft(undefined);
      onSaved();
    });
  }
  const saveDraft = () => (draft ? save({ base, edits }) : undefined);

  return {
    formProps: {
      noValidate: true,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault();
        void saveDraft();
      },
    },
    form: { ...toForm(base), ...edits } as Form,
    edits,
    unsaved: draft !== undefined,
    saving,
    /** What was thrown. */
    error: failure,
    failure: failure === undefined ? undefined : serverMessageOf(failure, fallback),
    /** The server's error messages by field. */
    problems: new Map(failure instanceof ApiError ? failure.details.map(({ path, msg }) => [path, msg]) : []),
    conflicts: theirs && draft ? conflictsWith(theirs, draft) : [],
    fail: setFailure,
    change: (change: Partial<Form>) => edit(base, withEdit(edits, toForm(base), change)),
    cancel: () => {
      setDraft(undefined);
      setFailure(undefined);
      setTheirs(undefined);
    },
    save: saveDraft,
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
        Object.fromEntries(Object.entries(edits).filter(([name]) => !discarded.includes(name))) as Partial<Form>,
      );
      setTheirs(undefined);
      void refresh();
    },
    keepEditing: () => setTheirs(undefined),
  };
}

/** The edits with one added; one that equals the original value is removed. */
export function withEdit<Form extends object>(edits: Partial<Form>, base: Form, change: Partial<Form>): Partial<Form> {
  const all = { ...edits, ...change };
  const changed = (Object.keys(all) as (keyof Form)[]).filter((field) => all[field] !== base[field]);
  return Object.fromEntries(changed.map((field) => [field, all[field]])) as Partial<Form>;
}

interface Fields<Form> {
  /** Their names, in display order. */
  names: Record<keyof Form & string, string>;
  /** A value as text. */
  textOf?: ((form: Form, field: keyof Form & string) => string) | undefined;
}

/** Fields that another administrator changed to a different value, in the order of `names`. */
export function conflictsOf<Form extends object>(
  { names, textOf = (form, field) => String(form[field]) }: Fields<Form>,
  edits: Partial<Form>,
  base: Form,
  theirs: Form,
): (Conflict & { field: keyof Form & string })[] {
  return (Object.keys(names) as (keyof Form & string)[])
    .filter((field) => field in edits && ![base[field], edits[field]].includes(theirs[field]))
    .map((field) => ({
      field,
      name: names[field],
      theirs: textOf(theirs, field),
      mine: textOf({ ...base, ...edits }, field),
    }));
}

/** A value that two administrators changed. */
export interface Conflict {
  /** Its key. */
  name: string;
  theirs: string;
  mine: string;
}

interface ConflictingEdit {
  conflicts: readonly Conflict[];
  keepMine: () => unknown;
  takeTheirs: () => unknown;
  keepEditing: () => void;
}

/** While edits conflict with what someone else has saved: shows both values, and lets the administrator choose. */
export function EditConflict({ edit: { conflicts, keepMine, takeTheirs, keepEditing } }: { edit: ConflictingEdit }) {
  if (conflicts.length === 0) return null;
  return (
    <Dialog title="Changed by someone else" onClose={keepEditing} wide>
      <p className="mt-2 text-muted">Someone else saved another value while you were editing. Which one should stay?</p>
      <div className="mt-4 grid max-h-[60vh] gap-5 overflow-y-auto">
        {conflicts.map(({ name, theirs, mine }) => (
          <section key={name} aria-label={name}>
            <h3 className="text-sm font-medium break-all">{name}</h3>
            <div className="mt-2 grid gap-3 sm:grid-cols-2">
              <Value title="Saved meanwhile" value={theirs} />
              <Value title="Yours" value={mine} />
            </div>
          </section>
        ))}
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button kind="primary" onClick={() => void keepMine()}>
          Save mine
        </Button>
        <Button onClick={() => void takeTheirs()}>Keep theirs</Button>
        <Button kind="quiet" onClick={keepEditing}>
          Go on editing
        </Button>
      </div>
    </Dialog>
  );
}

function Value({ title, value }: { title: string; value: string }) {
  return (
    <div>
      <p className="text-xs text-muted">{title}</p>
      <p className="mt-1 rounded-md bg-sunken px-3 py-2 text-sm whitespace-pre-wrap">{value || "(empty)"}</p>
    </div>
  );
}
