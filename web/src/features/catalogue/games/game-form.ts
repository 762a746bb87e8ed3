import type { CatalogueGame, FieldState } from "contract/catalogue/game-schema.ts";
import { type EditableField, editableFields, gameColumns } from "contract/games/columns.ts";
import { useState } from "react";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { useEdits } from "../../admin/use-edits.tsx";

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

export type GameEdit = ReturnType<typeof useGameEdit>;

/** The form of a game with the reason of a change, and its saving. */
export function useGameEdit(game: CatalogueGame, onDone: (done: string) => void) {
  const call = useAdminCall();
  const [reason, setReason] = useState("");
  const edits = useEdits({
    thing: game,
    toForm,
    names: fieldNames,
    send: (edits, base) => {
      const body = { ...toFields(edits), base_version: base.version, ...(reason && { reason }) };
      return call("PUT /api/admin/catalogue/games/{id}", { params: { id: game.id }, body: body as object });
    },
    onSaved: () => {
      setReason("");
      onDone("Saved.");
    },
    fallback: "Failed to save the game",
  });
  return { ...edits, reason, setReason };
}
