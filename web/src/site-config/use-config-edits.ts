import { configTexts } from "contract/site-config/rules.ts";
import type { SiteConfig } from "contract/site-config/schema.ts";
import { useState } from "react";
import { useAdminCall } from "../admin/admin-call.ts";
import type { Conflict } from "../admin/stale-dialog.tsx";
import { useRefresh } from "../admin/use-refresh.ts";
import { ApiError, failedWith } from "../api-error.ts";
import { editProblems, type PendingEdits, updatesOf, withEdit } from "./pending-edits.ts";

/** Why saving failed: what is said of every failure, and what the server added. */
interface Failure {
  message: string;
  reason?: string | undefined;
}

/** Edits of settings, which wait until they are saved together or given up together (spec/content-and-settings 4.1). */
export function useConfigEdits(configs: readonly SiteConfig[]) {
  const call = useAdminCall();
  const refresh = useRefresh("site");
  const [edits, setEdits] = useState<PendingEdits>(new Map());
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  /** Settings of ours that somebody else saved first. */
  const [theirs, setTheirs] = useState<readonly SiteConfig[]>([]);
  /** Grows when the boxes have to show saved values again. */
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

  /** Saves over what somebody else saved, now that it has been seen. */
  const keepMine = () => {
    const rebased = new Map(edits);
    for (const { id, version } of theirs) {
      const edit = edits.get(id);
      if (edit) rebased.set(id, { ...edit, baseVersion: version });
    }
    setEdits(rebased);
    return save(rebased);
  };
  /** Gives up the edits of what somebody else saved; the others wait on. */
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
    /** How many there are to save; those of settings that were deleted do not count. */
    count: configs.filter(({ id }) => edits.has(id)).length,
    change: (config: SiteConfig, value: string) => {
      setFailure(undefined);
      setEdits(withEdit(edits, config, value));
    },
    save: () => save(edits),
    reset,
    keepMine,
    takeTheirs,
    /** Goes back to the edits; saving them asks again. */
    keepEditing: () => setTheirs([]),
  };
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const said = error.details.map(({ msg }) => msg);
  return said.length > 0 ? [...new Set(said)].join(" · ") : error.message;
}
