import type { ImportPreview } from "contract/library/schema.ts";
import { expect, test } from "vitest";
import { chosenItems } from "./chosen-items.ts";

const game = (id: number, known_as: ImportPreview["found"][number]["as"][] = []) => ({
  id,
  title: `Game ${id}`,
  year: null,
  known_as,
});
const entry = { name: "Game", as: "owned", added_at: null } as const;
const preview: ImportPreview = {
  format: "titles",
  found: [
    { ...entry, game: game(1) },
    { ...entry, game: game(2, ["owned"]) },
    { ...entry, game: game(3, ["wished"]) },
    { ...entry, game: game(4) },
  ],
  unsure: [
    { ...entry, candidates: [game(5), game(6)] },
    { ...entry, candidates: [game(7)] },
  ],
  missing: [entry],
  problems: [],
};
const idsOf = (excluded: number[], picked: [number, number][]) =>
  chosenItems(preview, { excluded: new Set(excluded), picked: new Map(picked) }).map(({ gameId }) => gameId);

test("certain new games are added unless excluded; uncertain ones only if picked", () => {
  expect(idsOf([], [])).toEqual([1, 3, 4]);
  expect(idsOf([3], [[0, 6]])).toEqual([1, 3, 6]);
  expect(idsOf([0, 2, 3], [])).toEqual([]);
});
