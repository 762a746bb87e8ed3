import { AppError } from "contract/core/errors.ts";
import { sourceLanguage } from "contract/languages/language.ts";
import type { AdminLanguage, SiteLanguage } from "contract/languages/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq } from "../../platform/db/drizzle.ts";
import { throwTaken } from "../../platform/db/errors.ts";
import { changedMeanwhile, isStale } from "../../platform/db/versions.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { requireLanguage } from "./queries-translations.ts";
import { languages } from "./table.ts";

/** Adds a language, which visitors cannot choose yet. Throws `conflict` for one that the site has. */
export function addLanguage(db: Db, editor: Actor, added: SiteLanguage, now: Date): Promise<AdminLanguage> {
  return db.transaction(async (tx) => {
    await tx
      .insert(languages)
      .values({ ...added, enabled: false, updatedAt: now })
      .catch((error) => throwTagTaken(error, added.tag));
    await recordChange(tx, editor, {
      action: "CREATE",
      resourceType: "language",
      resourceKey: added.tag,
      description: `Added the language ${added.name}`,
      newValue: { ...added, enabled: false },
    });
    return requireLanguage(tx, added.tag);
  });
}

export interface LanguageEdit {
  enabled?: boolean | undefined;
  name?: string | undefined;
  direction?: SiteLanguage["direction"] | undefined;
  /** The version that the edit started from. Left out: replaces any version. */
  baseVersion?: number | undefined;
}

/**
 * Changes a language; an edit that changes nothing is not recorded. Throws `not_found`, `stale` when it is no longer at
 * `baseVersion`, and `conflict` for disabling English.
 */
export function changeLanguage(
  db: Db,
  editor: Actor,
  tag: string,
  { baseVersion, ...edit }: LanguageEdit,
  now: Date,
): Promise<AdminLanguage> {
  return db.transaction(async (tx) => {
    await tx.select().from(languages).where(eq(languages.tag, tag)).for("update");
    const before = await requireLanguage(tx, tag);
    if (isStale(before, baseVersion)) throw changedMeanwhile("this language", before);
    const changed = (["enabled", "name", "direction"] as const).filter(
      (field) => edit[field] !== undefined && edit[field] !== before[field],
    );
    if (changed.length === 0) return before;
    if (edit.enabled === false && tag === sourceLanguage)
      throw new AppError("conflict", "English cannot be disabled: texts without a translation are shown in it");
    const after = { ...before, ...Object.fromEntries(changed.map((field) => [field, edit[field]])) };
    const { enabled, name, direction } = after;
    const version = before.version + 1;
    await tx.update(languages).set({ enabled, name, direction, version, updatedAt: now }).where(eq(languages.tag, tag));
    await recordChange(tx, editor, {
      action: "UPDATE",
      resourceType: "language",
      resourceKey: tag,
      description: changed.includes("enabled")
        ? `${enabled ? "Enabled" : "Disabled"} the language ${name}`
        : `Changed the language ${name}`,
      oldValue: Object.fromEntries(changed.map((field) => [field, before[field]])),
      newValue: Object.fromEntries(changed.map((field) => [field, after[field]])),
    });
    return { ...after, version };
  });
}

function throwTagTaken(error: unknown, tag: string): never {
  throwTaken(error, "languages_pkey", { path: "tag", msg: `The site already has the language ${tag}` });
}
