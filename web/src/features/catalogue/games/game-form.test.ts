import type { CatalogueGame, FieldState } from "contract/catalogue/game-schema.ts";
import { expect, test } from "vitest";
import { conflictsOf, toFields, toForm, withEdit } from "./game-form.ts";

const field = (name: FieldState["name"], value: FieldState["value"]): FieldState => ({
  name,
  value,
  overridden: false,
  replaced: null,
  sources: [],
});

const game = (...fields: FieldState[]) => ({ fields }) as CatalogueGame;

test("a game is typed as texts, and sent as values", () => {
  const form = toForm(
    game(field("title", "Sable"), field("rating", 8.5), field("genre", null), field("explicit", false)),
  );
  expect(form).toEqual({ title: "Sable", rating: "8.5", genre: "", explicit: "false" });
  expect(
    toFields({ title: " ", rating: "9", steam_appid: "", genre: " RPG ", explicit: "true", player_count: "many" }),
  ).toEqual({ title: "", rating: 9, steam_appid: null, genre: "RPG", explicit: true, player_count: "many" });
});

test("an edit that leaves the field as it was is none", () => {
  const base = toForm(game(field("title", "Sable"), field("genre", "RPG")));
  const edits = withEdit({ genre: "Action" }, base, "title", "Hades");
  expect(edits).toEqual({ genre: "Action", title: "Hades" });
  expect(withEdit(edits, base, "title", "Sable")).toEqual({ genre: "Action" });
});

test("only fields that both changed, to different values, are in conflict", () => {
  const base = toForm(game(field("title", "A"), field("genre", "A"), field("developer", "A"), field("tags", "A")));
  const theirs = { ...base, title: "B", genre: "B", tags: "B" };
  const conflicts = conflictsOf({ title: "C", genre: "B", developer: "C" }, base, theirs);
  expect(conflicts).toEqual([{ field: "title", name: "Title", theirs: "B", mine: "C" }]);
});
