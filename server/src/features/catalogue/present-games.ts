import { deletedUser } from "contract/audit/rules.ts";
import type { FieldValue } from "contract/catalogue/game-fields.ts";
import type { CatalogueGame, CatalogueRow, FieldState, GameVersion } from "contract/catalogue/game-schema.ts";
import { toAmount } from "contract/core/money.ts";
import { type EditableField, editableFields } from "contract/games/columns.ts";
import { uploadVersion } from "contract/images/uploads.ts";
import type { EditedGame, GameContext, ListedGame, VersionRow } from "./queries-games.ts";
import { toGameColumns } from "./sources/game-details.ts";

export function toCatalogueRow({ boxartUrl, bestMinor, ...row }: ListedGame, currency: string): CatalogueRow {
  return { ...row, picture_version: uploadVersion(boxartUrl), best_price: toAmount(bestMinor, currency) };
}

export function toCatalogueGame(game: EditedGame, { facts, parent, dependents }: GameContext): CatalogueGame {
  const stated = facts.map(({ source, details, parentId }) => ({
    source,
    columns: { ...toGameColumns(details), ...(parentId !== null && { parent_id: parentId }) } as Partial<
      Record<EditableField, FieldValue>
    >,
  }));
  return {
    id: game.id,
    title: game.values.title,
    version: game.version,
    hidden: game.hidden,
    sample: game.sample,
    created_at: game.createdAt.toISOString(),
    updated_at: game.updatedAt.toISOString(),
    parent,
    fields: editableFields.map((name): FieldState => {
      const sources = stated.flatMap(({ source, columns }) => {
        const value = columns[name];
        return value === undefined ? [] : [{ source, value }];
      });
      const overridden = Object.hasOwn(game.overrides, name);
      const replaced = overridden ? (game.overrides[name] ?? null) : null;
      return { name, value: game.values[name], overridden, replaced, sources };
    }),
    sources: facts.map(({ source, productId, readAt }) => ({
      source,
      product_id: productId,
      read_at: readAt.toISOString(),
    })),
    dependents,
  };
}

export function toGameVersion(row: VersionRow): GameVersion {
  const isOriginal = row.action === "original";
  return {
    version: row.version,
    action: row.action,
    created_at: row.createdAt.toISOString(),
    created_by: isOriginal ? null : (row.username ?? deletedUser),
    reason: row.reason,
    changes: editableFields
      .filter((name) => Object.hasOwn(row.replaced, name))
      .map((name) => ({ name, old_value: row.replaced[name] ?? null, new_value: row.values[name] })),
    overridden: row.overridden,
  };
}
