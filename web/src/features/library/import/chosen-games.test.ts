import type { ImportPreview } from "contract/library/schema.ts";
import { expect, test } from "vitest";
import { chosenItems, probableGames, withTarget } from "./chosen-games.tsx";

const game = (id: number, known_as: ImportPreview["found"][number]["as"][] = []) => ({
  id,
  title: `Game ${id}`,
  year: null,
  known_as,
});
const entry = { name: "Game", as: "owned", added_at: null } as const;
const preview: ImportPreview = {
  format: "titles",
  decided: false,
  found: [
    { ...entry, game: game(1) },
    { ...entry, game: game(2, ["owned"]) },
    { ...entry, game: game(3, ["wished"]) },
    { ...entry, game: game(4) },
  ],
  unsure: [
    { ...entry, candidates: [game(5), game(6)], probable: true },
    { ...entry, candidates: [game(7)], probable: false },
    { ...entry, candidates: [game(8, ["owned"])], probable: true },
  ],
  missing: [entry],
  problems: [],
};
const idsOf = (excluded: number[], picked: [number, number][], chosen: [number, { id: number }][] = []) =>
  chosenItems(preview, { excluded: new Set(excluded), picked: new Map(picked), chosen: new Map(chosen) }).map(
    ({ gameId }) => gameId,
  );

test("certain new games are added unless excluded; uncertain ones only if picked", () => {
  expect(idsOf([], [])).toEqual([1, 3, 4]);
  expect(idsOf([3], [[0, 6]])).toEqual([1, 3, 6]);
  expect(idsOf([0, 2, 3], [])).toEqual([]);
});

test("missing games are added once they are found by hand", () => {
  expect(idsOf([0, 2, 3], [], [[0, { id: 9 }]])).toEqual([9]);
});

test("probable games that are new are picked at first", () => {
  expect([...probableGames(preview)]).toEqual([[0, 5]]);
  expect([...probableGames(withTarget(preview, "wished"))]).toEqual([
    [0, 5],
    [2, 8],
  ]);
});
