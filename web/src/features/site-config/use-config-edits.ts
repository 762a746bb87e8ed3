import { configTexts } from "contract/site-config/rules.ts";
import type { SiteConfig } from "contract/site-config/schema.ts";
import { useState } from "react";
import { ApiError, failedWith } from "../../api/api-error.ts";
import { useAdminCall } from "../admin/admin-call.ts";
import type { Conflict } from "../admin/editing/stale-dialog.tsx";
import { useRefresh } from "../admin/editing/use-refresh.ts";
import { editProblems, type PendingEdits, updatesOf, withEdit } from "./pending-edits.ts";

/** The general message and the server's reason. */
interface Failure {
  message: string;
  reason?: string | undefined;
}

/** Edits of settings that are saved or discarded together (spec/content-and-settings 4.1). */
export function useConfigEdits(configs: readonly SiteConfig[]) {
  const call = useAdminCall();
  const refresh = useRefresh("site");
  const [edits, setEdits] = useState<PendingEdits>(new Map());
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  /** Edited settings that another administrator saved first. */
  const [theirs, setTheirs] = useState<readonly SiteConfig[]>([]);
  /** Incremented to reset the inputs to saved values. */
  const [round, setRound] = useState(0);
  const problems = editProblems(edits, configs);

  const reset = () => {
    setEdits(new Map());
    setTheirs([]);
    setFailure(undefined);
    setRound(round + 1);
  };

  const save = async (edits: PendingEdits) => {
    setTheirs([]);
    if (problems.size > 0) return setFailure({ message: configTexts.fixErrors });
    setSaving(true);
    setFailure(undefined);
    try {
      await call("PUT /api/admin/config", { body: { configs: updatesOf(edits, configs) } });
      await refresh();
      reset();
    } catch (error) {
      if (failedWith(error, "stale") && error instanceof ApiError) setTheirs(error.current as SiteConfig[]);
      else setFailure({ message: "Failed to save configurations", reason: reasonOf(error) });
    } finally {
      setSaving(false);
    }
  };

  /** Overwrites the conflicting values, which have been shown. */
  const keepMine = () => {
    const rebased = new Map(edits);
    for (const { id, version } of theirs) {
      const edit = edits.get(id);
      if (edit) rebased.set(id, { ...edit, baseVersion: version });
    }
    setEdits(rebased);
    return save(rebased);
  };
  /** Discards the conflicting edits; the others stay pending. */
  const takeTheirs = async () => {
    const others = new Map([...edits].filter(([id]) => !theirs.some((config) => config.id === id)));
    await refresh();
    setEdits(others);
    setTheirs([]);
    setRound(round + 1);
  };

  const conflicts: Conflict[] = theirs.map(({ id, key, value }) => ({
    name: key,
    theirs: value,
    mine: edits.get(id)?.value ?? "",
  }));
  return {
    edits,
    problems,
    saving,
    failure,
    conflicts,
    round,
    /** The number of edits to save, without those of deleted settings. */
    count: configs.filter(({ id }) => edits.has(id)).length,
    change: (config: SiteConfig, value: string) => {
      setFailure(undefined);
      setEdits(withEdit(edits, config, value));
    },
    save: () => save(edits),
    reset,
    keepMine,
    takeTheirs,
    /** Returns to the edits. */
    keepEditing: () => setTheirs([]),
  };
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const messages = error.details.map(({ msg }) => msg);
  return messages.length > 0 ? [...new Set(messages)].join(" · ") : error.message;
}
