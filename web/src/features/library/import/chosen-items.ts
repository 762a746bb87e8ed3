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
}

/** Whether a game already has the state that it would get. */
export function isUnchanged({ as, game }: ImportPreview["found"][number]): boolean {
  return game.known_as.includes(as);
}

/** The games to add, in the order of the entries of each group. */
export function chosenItems({ found, unsure }: ImportPreview, { excluded, picked }: Choices): ChosenItem[] {
  const certain = found.filter((entry, index) => !isUnchanged(entry) && !excluded.has(index));
  return [
    ...certain.map(({ game, as, added_at }) => ({ gameId: game.id, as, added_at })),
    ...unsure.flatMap(({ as, added_at }, index) => {
      const gameId = picked.get(index);
      return gameId === undefined ? [] : [{ gameId, as, added_at }];
    }),
  ];
}
