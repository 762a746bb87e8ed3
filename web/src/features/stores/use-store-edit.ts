import type { AdminStore } from "contract/stores/schema.ts";
import { useState } from "react";
import { ApiError, failedWith } from "../../api/api-error.ts";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.ts";
import { useRefresh } from "../admin/editing/use-refresh.ts";
import {
  changedFields,
  conflictsOf,
  emptyForm,
  formProblems,
  rebased,
  type StoreForm,
  toFields,
  toForm,
} from "./store-form.ts";

interface StoreEditOptions {
  /** The store to edit; a new one without it. */
  store: AdminStore | undefined;
  stores: readonly AdminStore[];
  onDone: (done: string) => void;
}

/** An edited store and the version that the edits are based on. */
interface Draft {
  form: StoreForm;
  base: StoreForm;
  version: number | undefined;
}

/** The form of a store and its saving (spec/administration 2.5). */
export function useStoreEdit({ store, stores, onDone }: StoreEditOptions) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const [draft, setDraft] = useState<Draft>(() => {
    const form = store ? toForm(store) : emptyForm;
    return { form, base: form, version: store?.version };
  });
  /** The store as another administrator saved it first. */
  const [theirs, setTheirs] = useState<AdminStore>();
  /** Problems are shown after the first submit. */
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { form, base } = draft;
  const problems = formProblems(form, (key) => !store && stores.some((other) => other.key === key));

  const run = async (done: string, fallback: string, change: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await change();
      await refresh();
      onDone(done);
    } catch (error) {
      setFailure(serverMessageOf(error, fallback));
      setBusy(false);
    }
  };

  const update = async (key: string, { form, base, version }: Draft): Promise<void> => {
    try {
      const body = { ...changedFields(form, base), base_version: version };
      await call("PUT /api/admin/stores/{key}", { params: { key }, body });
    } catch (error) {
      if (!failedWith(error, "stale") || !(error instanceof ApiError)) throw error;
      const current = error.current as AdminStore;
      if (conflictsOf(form, base, toForm(current)).length === 0)
        return update(key, rebaseDraft({ form, base }, current));
      setTheirs(current);
      throw error;
    }
  };

  const save = async (draft: Draft) => {
    setSent(true);
    setTheirs(undefined);
    if (Object.keys(problems).length > 0 || busy) return;
    const { form } = draft;
    if (store) return run(`Saved ${form.name.trim()}.`, "Failed to save the store", () => update(store.key, draft));
    const body = { ...toFields(form), key: form.key };
    return run(`Added ${form.name.trim()}.`, "Failed to add the store", () => call("POST /api/admin/stores", { body }));
  };

  return {
    form,
    problems: sent ? problems : {},
    busy,
    failure,
    unsaved: form !== base,
    conflicts: theirs ? conflictsOf(form, base, toForm(theirs)) : [],
    change: (part: Partial<StoreForm>) => setDraft({ ...draft, form: { ...form, ...part } }),
    save: () => save(draft),
    remove: () =>
      run(`Deleted ${store!.name}.`, "Failed to delete the store", () =>
        call("DELETE /api/admin/stores/{key}", { params: { key: store!.key } }),
      ),
    /** Overwrites the other administrator's values, which have been shown. */
    keepMine: () => {
      const next = rebaseDraft(draft, theirs!);
      setDraft(next);
      return save(next);
    },
    /** Discards the conflicting edits; the others stay. */
    takeTheirs: () => {
      const current = toForm(theirs!);
      const discarded = conflictsOf(form, base, current).map(({ field }) => [field, current[field]]);
      setDraft({
        ...rebaseDraft(draft, theirs!),
        form: { ...rebased(form, base, current), ...Object.fromEntries(discarded) },
      });
      setTheirs(undefined);
      setFailure(undefined);
    },
    keepEditing: () => setTheirs(undefined),
  };
}

/** The edits of a draft on top of a newer version. */
function rebaseDraft({ form, base }: Pick<Draft, "form" | "base">, current: AdminStore): Draft {
  const theirs = toForm(current);
  return { form: rebased(form, base, theirs), base: theirs, version: current.version };
}
