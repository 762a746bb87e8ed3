import { configTexts, configValueProblem, normaliseConfigValue } from "contract/site-config/rules.ts";
import type { SiteConfig } from "contract/site-config/schema.ts";
import { useState } from "react";
import { ApiError, failedWith } from "../../api/api-error.ts";
import { useAdminCall } from "../admin/admin-call.tsx";
import { useEdits } from "../admin/use-edits.tsx";

/** Values by the ids of their settings. */
export type ConfigValues = Record<string, string>;
type Configs = readonly SiteConfig[];

const failed = "Failed to save configurations";

/** Edits of settings that are saved or discarded together (spec/content-and-settings 4.1). */
export function useConfigEdits(configs: Configs) {
  const call = useAdminCall();
  /** Incremented to reset the inputs to saved values. */
  const [round, setRound] = useState(0);
  /** Whether they were to be saved in spite of `problems`. */
  const [isRefused, setRefused] = useState(false);
  const edits = useEdits<Configs, ConfigValues>({
    thing: configs,
    toForm: (all) => Object.fromEntries(all.map(({ id, value }) => [id, value])),
    names: Object.fromEntries(configs.map(({ id, key }) => [id, key])),
    rebase: withEdited,
    send: async (edited, base) => {
      try {
        await call("PUT /api/admin/config", { body: { configs: updatesOf(edited, base) } });
      } catch (error) {
        if (!failedWith(error, "stale") || !(error instanceof ApiError)) throw error;
        // it has the settings only that others have changed
        const current = withCurrent(base, error.current as SiteConfig[]);
        throw new ApiError(error.message, { status: error.status, code: error.code, current });
      }
    },
    onSaved: () => setRound(round + 1),
    fallback: failed,
    changed: "site",
  });
  const problems = editProblems(edits.edits, configs);
  return {
    ...edits,
    problems,
    /** Why nothing was saved, and the server's reason. */
    failures: isRefused ? [configTexts.fixErrors] : edits.failure ? [failed, reasonOf(edits.error)] : [],
    round,
    /** The number of edits to save, without those of deleted settings. */
    count: configs.filter(({ id }) => id in edits.edits).length,
    change: (config: SiteConfig, value: string) => {
      setRefused(false);
      edits.fail(undefined);
      edits.change({ [config.id]: savedOr(config, value) });
    },
    save: () => {
      setRefused(problems.size > 0);
      return problems.size > 0 ? undefined : edits.save();
    },
    cancel: () => {
      setRefused(false);
      edits.cancel();
      setRound(round + 1);
    },
    takeTheirs: () => {
      edits.takeTheirs();
      setRound(round + 1);
    },
  };
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const messages = error.details.map(({ msg }) => msg);
  return messages.length > 0 ? [...new Set(messages)].join(" · ") : error.message;
}

/** The newest settings, but the edited ones as they were when their editing began: newer ones have not been seen. */
export function withEdited(newest: Configs, base: Configs, edits: Partial<ConfigValues>): Configs {
  return withCurrent(
    newest,
    base.filter(({ id }) => id in edits),
  );
}

/** The settings with some replaced. */
function withCurrent(configs: Configs, current: Configs): Configs {
  return configs.map((config) => current.find(({ id }) => id === config.id) ?? config);
}

/** The value; the saved one if that is the same. */
export function savedOr(config: SiteConfig, value: string): string {
  const isSaved =
    configValueProblem(config, value) === null && normaliseConfigValue(config.type, value) === config.value;
  return isSaved ? config.value : value;
}

/** Problems of the edits by setting id. */
export function editProblems(edits: Partial<ConfigValues>, configs: Configs): Map<number, string> {
  const problems = configs.flatMap((config): [number, string][] => {
    const value = edits[config.id];
    const problem = value === undefined ? null : configValueProblem(config, value);
    return problem ? [[config.id, problem]] : [];
  });
  return new Map(problems);
}

/** The request body of valid edits, with normalized values (spec/content-and-settings 3.2). */
export function updatesOf(edits: Partial<ConfigValues>, base: Configs) {
  return base.flatMap(({ id, type, version }) => {
    const value = edits[id];
    return value === undefined ? [] : [{ id, type, value: normaliseConfigValue(type, value), base_version: version }];
  });
}
