import { AppError, type ErrorDetail } from "contract/core/errors.ts";
import type { ConfigType } from "contract/site-config/defaults.ts";
import {
  configTexts,
  configValueProblem,
  newConfigProblems,
  normaliseConfigValue,
} from "contract/site-config/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq } from "../../platform/db/drizzle.ts";
import { throwTaken } from "../../platform/db/errors.ts";
import { changedMeanwhile, checkEditedRows, isStale } from "../../platform/db/versions.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { toSiteConfig } from "./present.ts";
import { type ConfigRow, lockConfig, lockConfigs } from "./queries.ts";
import { siteConfig } from "./table.ts";

export interface ConfigEdit {
  /** Text, or a value of the type: a number, a boolean, JSON. */
  value: unknown;
  /** The version that the edit is based on. If omitted, it replaces any version. */
  baseVersion?: number | undefined;
}

/**
 * Changes a setting by key or id; an edit that changes nothing is not recorded. Throws `not_found`, `stale` when the
 * setting is no longer at `baseVersion`, and `invalid` for a value that does not fit its type.
 */
export function changeConfig(
  db: Db,
  editor: Actor,
  keyOrId: string,
  { value, baseVersion }: ConfigEdit,
  now: Date,
): Promise<ConfigRow> {
  return db.transaction(async (tx) => {
    const config = await lockConfig(tx, keyOrId);
    if (isStale(config, baseVersion)) throw changedMeanwhile(thisSetting, toSiteConfig(config));
    const msg = configValueProblem(config, value);
    if (msg) throwProblems([{ path: "value", msg }]);
    return writeValue(tx, editor, config, value, now);
  });
}

/** One of several edits. `type` is the type that the editor expects. */
export type BulkEdit = ConfigEdit & { id: number; type?: string | undefined };

/**
 * Changes several settings, all or none, and returns them in the order given. Throws like `changeConfig`; `stale` then
 * contains every setting that changed meanwhile, and `invalid` names every wrong value.
 */
export function changeConfigs(db: Db, editor: Actor, edits: readonly BulkEdit[], now: Date): Promise<ConfigRow[]> {
  return db.transaction(async (tx) => {
    const locked = await lockConfigs(
      tx,
      edits.map(({ id }) => id),
    );
    const configs = new Map(locked.map((config) => [config.id, config]));
    checkEdits(configs, edits);
    const changed: ConfigRow[] = [];
    for (const { id, value } of edits) changed.push(await writeValue(tx, editor, configs.get(id)!, value, now));
    return changed;
  });
}

function checkEdits(configs: ReadonlyMap<number, ConfigRow>, edits: readonly BulkEdit[]): void {
  const at = (index: number, field: string) => `configs.${index}.${field}`;
  const twice = checkEditedRows({
    ...{ rows: configs, edits, at },
    unknown: "Configuration not found",
    what: thisSetting,
    toCurrent: toSiteConfig,
  });
  const wrong = edits.flatMap(({ id, value, type }, index) => {
    const config = configs.get(id)!;
    const msg = configValueProblem({ ...config, type: type ?? config.type }, value);
    if (msg) return [{ path: at(index, "value"), msg }];
    return type === undefined || type === config.type
      ? []
      : [{ path: at(index, "type"), msg: `The type of this setting is ${config.type}` }];
  });
  throwProblems([...twice, ...wrong]);
}

export interface NewConfig {
  key: string;
  value: unknown;
  type: string;
  category: string;
  description?: string | null | undefined;
  required: boolean;
}

/** Adds a setting. Throws `invalid`, naming each wrong field, and `conflict` when only the key is taken. */
export async function createConfig(db: Db, editor: Actor, created: NewConfig, now: Date): Promise<ConfigRow> {
  throwProblems(newConfigProblems(created, () => false));
  const key = created.key.trim();
  const type = created.type as ConfigType;
  return db.transaction(async (tx) => {
    const [config] = await tx
      .insert(siteConfig)
      .values({
        key,
        type,
        value: normaliseConfigValue(type, created.value),
        category: created.category.trim(),
        description: created.description?.trim() || null,
        required: created.required,
        lastModified: now,
      })
      .returning()
      .catch(throwKeyTaken);
    await recordChange(tx, editor, {
      action: "CREATE",
      ...toAuditResource(config!),
      description: `Added the setting ${key}`,
      newValue: toAuditValue(config!),
    });
    return config!;
  });
}

/**
 * Deletes a setting by key or id. A shipped setting falls back to its shipped value, and is added again at the next
 * start. Throws `not_found`.
 */
export function deleteConfig(db: Db, editor: Actor, keyOrId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const config = await lockConfig(tx, keyOrId);
    await tx.delete(siteConfig).where(eq(siteConfig.id, config.id));
    await recordChange(tx, editor, {
      action: "DELETE",
      ...toAuditResource(config),
      description: `Deleted the setting ${config.key}`,
      oldValue: toAuditValue(config),
    });
  });
}

async function writeValue(tx: Db, actor: Actor, config: ConfigRow, value: unknown, now: Date): Promise<ConfigRow> {
  const text = normaliseConfigValue(config.type, value);
  if (text === config.value) return config;
  const [changed] = await tx
    .update(siteConfig)
    .set({ value: text, version: config.version + 1, lastModified: now })
    .where(eq(siteConfig.id, config.id))
    .returning();
  await recordChange(tx, actor, {
    action: "UPDATE",
    ...toAuditResource(config),
    description: `Changed the setting ${config.key}`,
    oldValue: { value: config.value },
    newValue: { value: text },
  });
  return changed!;
}

const thisSetting = "this setting";

function throwProblems(details: ErrorDetail[]): void {
  if (details[0]) throw new AppError("invalid", details[0].msg, { details });
}

function toAuditResource({ id, key, category }: ConfigRow) {
  return { resourceType: "site_config", resourceKey: key, resourceCategory: category, resourceId: id } as const;
}

function toAuditValue({ value, type, category, description, required }: ConfigRow) {
  return { value, type, category, description, required };
}

function throwKeyTaken(error: unknown): never {
  throwTaken(error, "site_config_key", { path: "key", msg: configTexts.keyTaken });
}
