import type { ImportTarget } from "contract/library/rules.ts";
import type { ImportPreview } from "contract/library/schema.ts";

export interface ChosenItem {
  gameId: number;
  as: ImportTarget;
  added_at: string | null;
}

/** What its owner decided about a preview. */
export interface Choices {
  /** Places of found games that were unticked. */
  left: ReadonlySet<number>;
  /** Games by the places of uncertain entries. */
  picked: ReadonlyMap<number, number>;
}

/** Whether a game is already what it is to become. */
export function isKnown({ as, game }: ImportPreview["found"][number]): boolean {
  return game.known_as.includes(as);
}

/** The games to add, in the order of the entries of each group. */
export function chosenItems({ found, unsure }: ImportPreview, { left, picked }: Choices): ChosenItem[] {
  const certain = found.filter((entry, place) => !isKnown(entry) && !left.has(place));
  return [
    ...certain.map(({ game, as, added_at }) => ({ gameId: game.id, as, added_at })),
    ...unsure.flatMap(({ as, added_at }, place) => {
      const gameId = picked.get(place);
      return gameId === undefined ? [] : [{ gameId, as, added_at }];
    }),
  ];
}
