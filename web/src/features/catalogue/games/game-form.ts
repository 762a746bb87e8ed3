import type { CatalogueGame, FieldState } from "contract/catalogue/game-schema.ts";
import { type EditableField, editableFields } from "contract/catalogue/rules.ts";
import type { GameType } from "contract/games/game-type.ts";

/** The fields as typed. */
export type GameForm = Record<EditableField, string>;

export const fieldNames: Record<EditableField, string> = {
  title: "Title",
  also_known_as: "Also known as",
  type: "Type",
  parent_id: "Base game",
  genre: "Genre",
  developer: "Developers",
  release_date: "Release date",
  steam_appid: "Steam appid",
  description: "Description",
  tags: "Tags",
  explicit: "Explicit content",
  boxart_url: "Picture",
  rating: "Rating",
  review_score: "Review score",
  review_count: "Reviews",
  player_count: "Players",
  metacritic_score: "Metacritic score",
};

export const typeNames: Record<GameType, string> = {
  game: "Game",
  dlc: "DLC",
  bundle: "Bundle",
  software: "Software",
  demo: "Demo",
  soundtrack: "Soundtrack",
  video: "Video",
};

const numbers: ReadonlySet<EditableField> = new Set([
  "parent_id",
  "steam_appid",
  "rating",
  "review_score",
  "review_count",
  "player_count",
  "metacritic_score",
]);

export const isNumber = (name: EditableField) => numbers.has(name);

type Value = FieldState["value"];

export function toForm(game: CatalogueGame): GameForm {
  return Object.fromEntries(game.fields.map(({ name, value }) => [name, String(value ?? "")])) as GameForm;
}

/** The value of a field for display. */
export function toText(value: Value): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return String(value ?? "");
}

/** The edited fields as sent. Invalid numbers are sent as typed, so that the server reports them. */
export function toFields(edits: Partial<Record<EditableField, string>>): Record<string, Value> {
  return Object.fromEntries(
    editableFields.flatMap((name) => (name in edits ? [[name, toValue(name, edits[name]!)]] : [])),
  );
}

function toValue(name: EditableField, typed: string): Value {
  const text = typed.trim();
  if (name === "explicit") return text === "true";
  if (text === "") return name === "title" ? "" : null;
  const number = Number(text);
  return isNumber(name) && !Number.isNaN(number) ? number : text;
}
