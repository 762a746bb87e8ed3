import { configValueProblem, normaliseConfigValue } from "contract/site-config/rules.ts";
import type { SiteConfig } from "contract/site-config/schema.ts";

/** An edit that is not saved yet. */
export interface PendingEdit {
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
