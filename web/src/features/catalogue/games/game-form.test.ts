import type { CatalogueGame, FieldState } from "contract/catalogue/game-schema.ts";
import { expect, test } from "vitest";
import { toFields, toForm } from "./game-form.ts";

const field = (name: FieldState["name"], value: FieldState["value"]): FieldState => ({
  name,
  value,
  overridden: false,
  replaced: null,
  sources: [],
});

const game = (...fields: FieldState[]) => ({ fields }) as CatalogueGame;

test("a game is edited as text and sent as typed values", () => {
  const form = toForm(
    game(field("title", "Sable"), field("rating", 8.5), field("genre", null), field("explicit", false)),
  );
  expect(form).toEqual({ title: "Sable", rating: "8.5", genre: "", explicit: "false" });
  expect(
    toFields({ title: " ", rating: "9", steam_appid: "", genre: " RPG ", explicit: "true", player_count: "many" }),
  ).toEqual({ title: "", rating: 9, steam_appid: null, genre: "RPG", explicit: true, player_count: "many" });
});
