import type { ImportTarget } from "contract/library/rules.ts";
import type { ImportPreview as Preview } from "contract/library/schema.ts";
import { useState } from "react";
import { useCall } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { useLibraryText } from "../library-text.ts";
import { useLibraryChanges } from "../use-library-changes.ts";
import { AskOwned } from "./ask-owned.tsx";
import { chosenItems, probableGames, withTarget } from "./chosen-items.ts";
import { FoundGames } from "./found-games.tsx";
import type { PickedGame } from "./game-picker.tsx";
import type { ImportResult, ImportSource } from "./import-tab.tsx";
import { MissingGames } from "./missing-games.tsx";
import { SteamProblems } from "./steam-problems.tsx";
import { UnsureGames } from "./unsure-games.tsx";

interface ImportPreviewProps {
  source: ImportSource;
  preview: Preview;
  onDone: (result: ImportResult) => void;
  onCancel: () => void;
}

/** What an import would add, in three groups: certain games, probable ones, and those not in the catalogue. */
export function ImportPreview({ source, preview: read, onDone, onCancel }: ImportPreviewProps) {
  const text = useLibraryText();
  const call = useCall();
  const { refresh } = useLibraryChanges();
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set());
  const [picked, setPicked] = useState(() => probableGames(read));
  const [chosen, setChosen] = useState<ReadonlyMap<number, PickedGame>>(new Map());
  /** What the user says the games are, if the list does not. */
  const [as, setAs] = useState<ImportTarget>();
  const preview = as ? withTarget(read, as) : read;
  const isDecided = read.decided || as !== undefined;
  const [state, setState] = useState<"applying" | "failed">();
  const items = chosenItems(preview, { excluded, picked, chosen });

  const apply = async () => {
    setState("applying");
    try {
      const result = await call("POST /api/library/import", { body: { source, items } });
      await refresh();
      onDone(result);
    } catch {
      setState("failed");
    }
  };
  const label =
    state === "applying"
      ? text("library.preview.applying")
      : items.length === 1
        ? text("library.preview.apply_one")
        : text("library.preview.apply", { count: items.length });
  return (
    <div className="grid gap-6">
      <div>
        <h2 className="text-lg">{text("library.preview.title")}</h2>
        <SteamProblems problems={preview.problems} />
      </div>
      {!read.decided && <AskOwned as={as} onChoose={setAs} />}
      <FoundGames found={preview.found} excluded={excluded} onChange={setExcluded} />
      {preview.unsure.length > 0 && <UnsureGames unsure={preview.unsure} picked={picked} onChange={setPicked} />}
      {preview.missing.length > 0 && <MissingGames missing={preview.missing} chosen={chosen} onChange={setChosen} />}
      <div
        className={
          "sticky bottom-0 -mx-4 flex flex-wrap items-center gap-3 border-t border-border bg-surface px-4 py-3 " +
          "sm:mx-0 sm:px-0"
        }
      >
        {items.length > 0 ? (
          <Button kind="primary" disabled={state === "applying" || !isDecided} onClick={apply}>
            {label}
          </Button>
        ) : (
          <p className="text-muted">{text("library.preview.nothing")}</p>
        )}
        <Button disabled={state === "applying"} onClick={onCancel}>
          {text("library.preview.cancel")}
        </Button>
        {state === "failed" && <ErrorBox>{text("library.preview.apply_failed")}</ErrorBox>}
      </div>
    </div>
  );
}
