import type { CatalogueGame, FieldState } from "contract/catalogue/game-schema.ts";
import { type EditableField, editableFields, gameColumns } from "contract/games/columns.ts";

/** The fields as typed. */
export type GameForm = Record<EditableField, string>;

export const fieldNames = Object.fromEntries(editableFields.map((name) => [name, gameColumns[name].label])) as Record<
  EditableField,
  string
>;

/** A choice as shown: `full` is `Full`. */
export const choiceName = (choice: string) =>
  choice === "dlc" ? "DLC" : `${choice.charAt(0).toUpperCase()}${choice.slice(1)}`;

export const isNumber = (name: EditableField) => ["whole", "decimal"].includes(gameColumns[name].is);

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
  if (gameColumns[name].is === "flag") return text === "true";
  if (text === "") return name === "title" ? "" : null;
  const number = Number(text);
  return isNumber(name) && !Number.isNaN(number) ? number : text;
}
