import { configTexts, configValueProblem, normaliseConfigValue } from "contract/site-config/rules.ts";
import type { SiteConfig } from "contract/site-config/schema.ts";
import { useState } from "react";
import { ApiError, failedWith } from "../../api/api-error.ts";
import { useAdminCall } from "../admin/admin-call.tsx";
import { useRefresh } from "../admin/queries.ts";
import type { Conflict } from "../admin/use-edits.tsx";

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

/** An edit that is not saved yet. */
interface PendingEdit {
  value: string;
  /** The version of the setting that the administrator saw. */
  baseVersion: number;
}

/** Edits by the ids of their settings. */
export type PendingEdits = ReadonlyMap<number, PendingEdit>;

/** The edits with one added; a value equal to the saved one removes it. */
export function withEdit(edits: PendingEdits, config: SiteConfig, value: string): PendingEdits {
  const next = new Map(edits);
  // the base is the version at the first edit: newer ones have not been seen
  const baseVersion = edits.get(config.id)?.baseVersion ?? config.version;
  if (isAsSaved(config, value)) next.delete(config.id);
  else next.set(config.id, { value, baseVersion });
  return next;
}

function isAsSaved(config: SiteConfig, value: string): boolean {
  if (value === config.value) return true;
  return configValueProblem(config, value) === null && normaliseConfigValue(config.type, value) === config.value;
}

/** Problems of the edits by setting id. */
export function editProblems(edits: PendingEdits, configs: readonly SiteConfig[]): Map<number, string> {
  const problems = configs.flatMap((config): [number, string][] => {
    const edit = edits.get(config.id);
    const problem = edit && configValueProblem(config, edit.value);
    return problem ? [[config.id, problem]] : [];
  });
  return new Map(problems);
}

/** The request body of valid edits, with normalized values (spec/content-and-settings 3.2). */
export function updatesOf(edits: PendingEdits, configs: readonly SiteConfig[]) {
  return configs.flatMap(({ id, type }) => {
    const edit = edits.get(id);
    return edit ? [{ id, type, value: normaliseConfigValue(type, edit.value), base_version: edit.baseVersion }] : [];
  });
}
