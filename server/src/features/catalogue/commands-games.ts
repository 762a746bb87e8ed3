import type { AuditAction } from "contract/audit/rules.ts";
import type { EditableGame } from "contract/catalogue/game-fields.ts";
import type { CatalogueGame } from "contract/catalogue/game-schema.ts";
import type { GameAction } from "contract/catalogue/rules.ts";
import { invalid } from "contract/core/errors.ts";
import { foldText } from "contract/core/text.ts";
import { type EditableField, editableFields, rowField } from "contract/games/columns.ts";
import { withAliases } from "contract/games/genres.ts";
import { titleKey } from "contract/games/rules.ts";
import { keysOfLocalizedTitles, keysOfTitles } from "contract/games/titles.ts";
import { uploadHash } from "contract/images/uploads.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, inArray, sql } from "../../platform/db/drizzle.ts";
import { throwTaken } from "../../platform/db/errors.ts";
import { changedMeanwhile, isStale } from "../../platform/db/versions.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { readGenreAliases } from "../games/import/genre-aliases.ts";
import { games } from "../games/table.ts";
import { lockPrices } from "../prices/offers/commands.ts";
import { toCatalogueGame } from "./present-games.ts";
import {
  type EditedGame,
  lockGame,
  type Overrides,
  readContext,
  requireEditedGame,
  requireVersion,
} from "./queries-games.ts";
import { gameVersions } from "./table.ts";

/** Fields that are missing or `undefined` stay. */
type Edit = { [Field in EditableField]?: EditableGame[Field] | undefined };

export interface GameEdit {
  fields: Edit;
  /** The version that the edit started from. Left out: replaces any version. */
  baseVersion?: number | undefined;
  reason?: string | undefined;
}

/**
 * Sets fields, which then override files and sources. Throws `not_found`; `stale` when the game is no longer at
 * `baseVersion`; `conflict` for a Steam appid that another game has; `invalid` for a base game that cannot be one.
 */
export function editGame(db: Db, editor: Actor, id: number, edit: GameEdit, now: Date): Promise<CatalogueGame> {
  return db.transaction(async (tx) => {
    const { fields, baseVersion, reason } = edit;
    const before = await lockForEdit(tx, id, baseVersion);
    const values = statedOf(fields);
    if (values.genre) values.genre = withAliases(values.genre, await readGenreAliases(tx));
    const overrides = { ...pick(before.values, keysOf(values)), ...before.overrides };
    const change = { action: "edit", values, overrides, reason } as const;
    return changeGame(tx, editor, before, change, now);
  });
}

/**
 * Sets fields of several games, and hides or unhides them; returns how many were different before. All or none: throws
 * as `editGame`, and `invalid` for a game that does not exist.
 */
export function editGames(
  db: Db,
  editor: Actor,
  {
    ids,
    fields,
    hidden,
    reason,
  }: { ids: readonly number[]; hidden?: boolean | undefined } & Omit<GameEdit, "baseVersion">,
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockPrices(tx);
    const known = await tx
      .select({ id: games.id })
      .from(games)
      .where(inArray(games.id, [...ids]));
    const unknown = ids.find((id) => !known.some((game) => game.id === id));
    if (unknown !== undefined) throw invalid([{ path: "ids", msg: `There is no game ${unknown}` }]);
    let changed = 0;
    for (const { id } of known) {
      const { version } = await lockGame(tx, id);
      let game = await editGame(tx, editor, id, { fields, reason }, now);
      if (hidden !== undefined) game = await setHidden(tx, editor, id, { hidden, reason }, now);
      if (game.version !== version) changed += 1;
    }
    return changed;
  });
}

/**
 * Ends overrides of fields: each gets the value of files and sources, or keeps its own when they state none. Throws as
 * `editGame`.
 */
export function releaseFields(
  db: Db,
  editor: Actor,
  id: number,
  { fields, baseVersion, reason }: Omit<GameEdit, "fields"> & { fields: readonly EditableField[] },
  now: Date,
): Promise<CatalogueGame> {
  return db.transaction(async (tx) => {
    const before = await lockForEdit(tx, id, baseVersion);
    const released = fields.filter((name) => Object.hasOwn(before.overrides, name));
    const values = pick(
      before.overrides,
      released.filter((name) => (before.overrides[name] ?? null) !== null || isUpload(before, name)),
    );
    const overrides = omit(before.overrides, released);
    return changeGame(tx, editor, before, { action: "release", values, overrides, reason }, now);
  });
}

/** Sources never state an uploaded picture, so a release replaces it with their value, or with none. */
function isUpload({ values }: EditedGame, name: EditableField): boolean {
  return name === "boxart_url" && uploadHash(values.boxart_url) !== null;
}

/**
 * Restores the fields that were overridden in a version, and releases all others. Throws `not_found`, also for an
 * unknown version, and otherwise as `editGame`.
 */
export function restoreVersion(
  db: Db,
  editor: Actor,
  id: number,
  { version, baseVersion }: { version: number; baseVersion?: number | undefined },
  now: Date,
): Promise<CatalogueGame> {
  return db.transaction(async (tx) => {
    const before = await lockForEdit(tx, id, baseVersion);
    const restored = await requireVersion(tx, id, version);
    const released = keysOf(before.overrides).filter((name) => !restored.overridden.includes(name));
    const values = {
      // fields that no source states get their value in that version
      ...pick(restored.values, [...restored.overridden, ...released]),
      ...pick(
        before.overrides,
        released.filter((name) => (before.overrides[name] ?? null) !== null),
      ),
    };
    const overrides = pick({ ...before.values, ...before.overrides }, restored.overridden);
    const reason = `Restored version ${version}`;
    return changeGame(tx, editor, before, { action: "restore", values, overrides, reason }, now);
  });
}

/** Removes a game from everything that visitors see, or shows it again. Throws `not_found` and `stale`. */
export function setHidden(
  db: Db,
  editor: Actor,
  id: number,
  { hidden, baseVersion, reason }: Omit<GameEdit, "fields"> & { hidden: boolean },
  now: Date,
): Promise<CatalogueGame> {
  return db.transaction(async (tx) => {
    const before = await lockForEdit(tx, id, baseVersion);
    if (hidden) await dropUnsent(tx, id);
    const { overrides } = before;
    const action = hidden ? "hide" : "unhide";
    return changeGame(tx, editor, before, { action, hidden, values: {}, overrides, reason }, now);
  });
}

/** What waits for a later time must not be sent once the game is shown again. */
async function dropUnsent(tx: Db, gameId: number): Promise<void> {
  await tx.execute(sql`
    update notification_deliveries set state = 'dropped' from notification_events event
    where event.id = event_id and game_id = ${gameId} and state = 'waiting'
  `);
}

/** Locks out file imports, which read all games before writing them and would overwrite the edit. */
async function lockForEdit(tx: Db, id: number, baseVersion: number | undefined): Promise<EditedGame> {
  await lockPrices(tx);
  const game = await lockGame(tx, id);
  if (isStale(game, baseVersion)) throw changedMeanwhile("this game", await present(tx, game));
  return game;
}

interface Change {
  action: Exclude<GameAction, "original">;
  values: Partial<EditableGame>;
  overrides: Overrides;
  hidden?: boolean;
  reason?: string | undefined;
}

const actions: Record<Change["action"], { action: AuditAction; did: string }> = {
  edit: { action: "UPDATE", did: "Changed" },
  release: { action: "UPDATE", did: "Released fields of" },
  restore: { action: "RESTORE", did: "Restored" },
  hide: { action: "UPDATE", did: "Hid" },
  unhide: { action: "UPDATE", did: "Unhid" },
};

/** Applies any editor's change to a locked game. A change without effect is not recorded. */
async function changeGame(
  tx: Db,
  editor: Actor,
  before: EditedGame,
  { action, values, overrides, hidden = before.hidden, reason }: Change,
  now: Date,
): Promise<CatalogueGame> {
  const changed = keysOf(values).filter((name) => values[name] !== before.values[name]);
  if (changed.includes("parent_id")) await checkParent(tx, before.id, values.parent_id ?? null);
  const oldValue = stateOf(before, changed);
  const newValue = stateOf({ values: { ...before.values, ...values }, overrides, hidden }, changed);
  if (JSON.stringify(oldValue) === JSON.stringify(newValue)) return present(tx, before);

  await saveOriginal(tx, before);
  const version = before.version + 1;
  await tx
    .update(games)
    .set({ ...toColumns(pick(values, changed)), overrides, hidden, version, updatedAt: now })
    .where(eq(games.id, before.id))
    .catch(throwAppidTaken);
  const after = await requireEditedGame(tx, before.id);
  const replaced = pick(before.values, changed);
  const createdBy = editor?.userId ?? null;
  const details = { action, replaced, reason: reason || null, createdAt: now, createdBy };
  await tx.insert(gameVersions).values({ ...toVersion(after), ...details });
  await recordChange(tx, editor, {
    action: actions[action].action,
    resourceType: "game",
    resourceId: before.id,
    resourceKey: after.values.title,
    description: `${actions[action].did} the game ${after.values.title}`,
    oldValue,
    newValue,
    details: reason ? { change_reason: reason } : null,
  });
  return present(tx, after);
}

/** Saves the state before the first change, so that it can be restored. */
async function saveOriginal(tx: Db, game: EditedGame): Promise<void> {
  const original = { action: "original", replaced: {}, createdAt: game.updatedAt } as const;
  await tx
    .insert(gameVersions)
    .values({ ...toVersion(game), ...original })
    .onConflictDoNothing();
}

function toVersion({ id, version, values, overrides }: EditedGame) {
  return { gameId: id, version, values, overridden: keysOf(overrides) };
}

function stateOf(
  { values, overrides, hidden }: Pick<EditedGame, "values" | "overrides" | "hidden">,
  changed: readonly EditableField[],
) {
  return { ...pick(values, changed), overridden: keysOf(overrides), hidden };
}

/** An addition needs an existing base game that is not its own addition. */
async function checkParent(tx: Db, id: number, parentId: number | null): Promise<void> {
  if (parentId === null) return;
  const [parent] = await tx.select({ parentId: games.parentId }).from(games).where(eq(games.id, parentId));
  if (!parent) throw invalid([{ path: "parent_id", msg: `There is no game ${parentId}` }]);
  if (parentId === id || parent.parentId === id) {
    throw invalid([{ path: "parent_id", msg: "A game cannot be an addition to itself" }]);
  }
}

function toColumns({ title, ...values }: Partial<EditableGame>): Partial<typeof games.$inferInsert> {
  const columns = Object.entries(values).map(([name, value]) => [rowField(name), value]);
  const derived = title !== undefined && { title, titleFolded: foldText(title), titleKey: titleKey(title) };
  const { also_known_as: others, localized_titles: localized } = values;
  return {
    ...Object.fromEntries(columns),
    ...derived,
    ...(others !== undefined && { alsoKnownKeys: keysOfTitles(others) }),
    ...(localized !== undefined && { localizedKeys: keysOfLocalizedTitles(localized) }),
  };
}

function throwAppidTaken(error: unknown): never {
  throwTaken(error, "games_steam_appid_key", { path: "steam_appid", msg: "Another game has this Steam appid" });
}

async function present(db: Db, game: EditedGame): Promise<CatalogueGame> {
  return toCatalogueGame(game, await readContext(db, game));
}

/** The names of present fields, in the order of `editableFields`. */
function keysOf(values: Edit): EditableField[] {
  return editableFields.filter((name) => Object.hasOwn(values, name));
}

function statedOf(fields: Edit): Partial<EditableGame> {
  return pick(
    fields,
    keysOf(fields).filter((name) => fields[name] !== undefined),
  );
}

function pick(values: Edit, names: readonly EditableField[]): Partial<EditableGame> {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

function omit(values: Overrides, names: readonly EditableField[]): Overrides {
  return pick(
    values,
    keysOf(values).filter((name) => !names.includes(name)),
  );
}
