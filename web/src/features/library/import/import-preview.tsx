import type { ImportSummary, ImportPreview as Preview } from "contract/library/schema.ts";
import { useState } from "react";
import { useCall } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { useLibraryText } from "../library-text.ts";
import { useLibraryChanges } from "../use-library-changes.ts";
import { chosenItems } from "./chosen-items.ts";
import { FoundGames } from "./found-games.tsx";
import type { ImportSource } from "./import-tab.tsx";
import { MissingGames } from "./missing-games.tsx";
import { SteamProblems } from "./steam-problems.tsx";
import { UnsureGames } from "./unsure-games.tsx";

interface ImportPreviewProps {
  source: ImportSource;
  preview: Preview;
  onDone: (summary: ImportSummary) => void;
  onCancel: () => void;
}

/** What an import would add, in three groups: certain games, ambiguous ones, and those not in the catalogue. */
export function ImportPreview({ source, preview, onDone, onCancel }: ImportPreviewProps) {
  const text = useLibraryText();
  const call = useCall();
  const { refresh } = useLibraryChanges();
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set());
  const [picked, setPicked] = useState<ReadonlyMap<number, number>>(new Map());
  const [state, setState] = useState<"applying" | "failed">();
  const items = chosenItems(preview, { excluded, picked });

  const apply = async () => {
    setState("applying");
    try {
      const { summary } = await call("POST /api/library/import", { body: { source, items } });
      await refresh();
      onDone(summary);
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
      <FoundGames found={preview.found} excluded={excluded} onChange={setExcluded} />
      {preview.unsure.length > 0 && <UnsureGames unsure={preview.unsure} picked={picked} onChange={setPicked} />}
      {preview.missing.length > 0 && <MissingGames missing={preview.missing} />}
      <div
        className={
          "sticky bottom-0 -mx-4 flex flex-wrap items-center gap-3 border-t border-border bg-surface px-4 py-3 " +
          "sm:mx-0 sm:px-0"
        }
      >
        {items.length > 0 ? (
          <Button kind="primary" disabled={state === "applying"} onClick={apply}>
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
