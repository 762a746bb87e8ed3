import type { ImportTarget } from "contract/library/rules.ts";
import type { ImportPreview } from "contract/library/schema.ts";

export interface ChosenItem {
  gameId: number;
  as: ImportTarget;
  added_at: string | null;
}

/** The user's choices in a preview. */
export interface Choices {
  /** Indexes of found games that are unchecked. */
  excluded: ReadonlySet<number>;
  /** Games by the indexes of uncertain entries. */
  picked: ReadonlyMap<number, number>;
  /** Games by the indexes of missing entries. */
  chosen: ReadonlyMap<number, { id: number }>;
}

/** Whether a game already has the state that it would get. */
export function isUnchanged({ as, game }: ImportPreview["found"][number]): boolean {
  return game.known_as.includes(as);
}

/** The probable games, which are picked at first, by the indexes of their entries. */
export function probableGames({ unsure }: ImportPreview): ReadonlyMap<number, number> {
  return new Map(
    unsure.flatMap(({ as, candidates: [first], probable }, index) =>
      probable && first && !first.known_as.includes(as) ? [[index, first.id] as const] : [],
    ),
  );
}

/** The preview with the target that the user chose for all of it. */
export function withTarget(preview: ImportPreview, as: ImportTarget): ImportPreview {
  const set = <Entry extends object>(entries: readonly Entry[]) => entries.map((entry) => ({ ...entry, as }));
  return { ...preview, found: set(preview.found), unsure: set(preview.unsure), missing: set(preview.missing) };
}

/** The games to add, in the order of the entries of each group. */
export function chosenItems(
  { found, unsure, missing }: ImportPreview,
  { excluded, picked, chosen }: Choices,
): ChosenItem[] {
  const certain = found.filter((entry, index) => !isUnchanged(entry) && !excluded.has(index));
  return [
    ...certain.map(({ game, as, added_at }) => ({ gameId: game.id, as, added_at })),
    ...unsure.flatMap(({ as, added_at }, index) => {
      const gameId = picked.get(index);
      return gameId === undefined ? [] : [{ gameId, as, added_at }];
    }),
    ...missing.flatMap(({ as, added_at }, index) => {
      const game = chosen.get(index);
      return game ? [{ gameId: game.id, as, added_at }] : [];
    }),
  ];
}
