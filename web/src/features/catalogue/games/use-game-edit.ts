import type { CatalogueGame } from "contract/catalogue/game-schema.ts";
import { useState } from "react";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { useEdits } from "../../admin/use-edits.tsx";
import { fieldNames, toFields, toForm } from "./game-form.ts";

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
