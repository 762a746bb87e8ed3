import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ExportFormat, type ExportPart, exportFormats, exportParts } from "contract/library/rules.ts";
import type { ImportPreview, ImportSummary as Summary } from "contract/library/schema.ts";
import Download from "lucide-static/icons/download.svg?react";
import { useEffect, useRef, useState } from "react";
import { useCall } from "../../../api/session.ts";
import { saveFile } from "../../../page/save-file.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { Select } from "../../../ui/select.tsx";
import { useAction } from "../../../ui/use-action.ts";
import { useLibraryText } from "../library-text.ts";
import { ChosenGames } from "./chosen-games.tsx";
import { FileSection, Section, SteamSection } from "./import-sources.tsx";

export type ImportSource = "steam" | "file";

export interface ImportResult {
  summary: Summary;
  /** Ids of the games added as owned that are on the wishlist. */
  on_wishlist: number[];
}

/** The sources to import from, then the preview, then the result. */
export function ImportTab() {
  const [found, setFound] = useState<{ source: ImportSource; preview: ImportPreview }>();
  const [result, setResult] = useState<ImportResult>();
  const top = useRef<HTMLDivElement>(null);
  const step = result ? "done" : found ? "found" : "start";
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    // the focused button is gone, and the new content starts above
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: "nearest" });
  }, [step]);

  const startAgain = () => {
    setFound(undefined);
    setResult(undefined);
  };
  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-20 outline-none">
      {result ? (
        <ImportSummary result={result} onAgain={startAgain} />
      ) : found ? (
        <ChosenGames {...found} onDone={setResult} onCancel={startAgain} />
      ) : (
        <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
          <div className="grid gap-6">
            <SteamSection onFound={(preview) => setFound({ source: "steam", preview })} />
            <ExportSection />
          </div>
          <FileSection onFound={(preview) => setFound({ source: "file", preview })} />
        </div>
      )}
    </div>
  );
}

const lines = ["owned", "wished", "ignored", "unchanged", "refused"] as const;

/** What an import changed. */
function ImportSummary({ result, onAgain }: { result: ImportResult; onAgain: () => void }) {
  const text = useLibraryText();
  const { summary, on_wishlist: onWishlist } = result;
  return (
    <section aria-labelledby="import-done" className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <h2 id="import-done" className="text-lg">
        {text("library.done.title")}
      </h2>
      <ul className="figures mt-3 grid gap-1">
        {lines
          .filter((line) => summary[line] > 0)
          .map((line) => (
            <li key={line}>{text(`library.done.${line}`, { count: summary[line] })}</li>
          ))}
      </ul>
      {summary.owned > 0 && onWishlist.length > 0 && <OwnedWishes gameIds={onWishlist} />}
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to="/library" className={buttonStyle("primary")}>
          {text("library.done.view")}
        </Link>
        <Button onClick={onAgain}>{text("library.done.again")}</Button>
      </div>
    </section>
  );
}

/** Offers to remove games that are owned now from the wishlist. */
function OwnedWishes({ gameIds }: { gameIds: readonly number[] }) {
  const text = useLibraryText();
  const call = useCall();
  const queryClient = useQueryClient();
  const { run, running, failure } = useAction(() => text("library.done.remove_failed"));
  const [isRemoved, setRemoved] = useState(false);
  const count = gameIds.length;
  const removeAll = async () => {
    for (const gameId of gameIds) await call("DELETE /api/wishlist/game/{gameId}", { params: { gameId } });
    void queryClient.invalidateQueries({ queryKey: ["wishlist"] });
    setRemoved(true);
  };
  if (isRemoved) return <p className="mt-3">{text("library.done.removed")}</p>;
  return (
    <p className="figures mt-3 flex flex-wrap items-center gap-x-3">
      {text("library.done.on_wishlist", { count })}
      <Button size="small" disabled={running} onClick={() => run(removeAll)}>
        {text("library.done.remove")}
      </Button>
      {failure && <span className="text-danger">{failure}</span>}
    </p>
  );
}

/** Downloads the owned games or the wishlist in one of the formats. */
function ExportSection() {
  const text = useLibraryText();
  const call = useCall();
  const [part, setPart] = useState<ExportPart>("library");
  const [format, setFormat] = useState<ExportFormat>("itad");
  const { run, running, failure } = useAction(() => text("library.export.failed"));
  const download = async () => {
    const file = await call("GET /api/library/export", { query: { part, format } });
    saveFile(new Blob([file.text], { type: file.type }), file.name);
  };
  return (
    <Section title={text("library.export.title")}>
      <p className="mt-1 text-sm text-muted">{text("library.export.text")}</p>
      <div className="mt-4 grid gap-3 sm:grid-cols-2">
        <Select label={text("library.export.part")} value={part} onChoose={(value) => setPart(value as ExportPart)}>
          {exportParts.map((one) => (
            <option key={one} value={one}>
              {text(`library.export.part.${one}`)}
            </option>
          ))}
        </Select>
        <Select
          label={text("library.export.format")}
          value={format}
          onChoose={(value) => setFormat(value as ExportFormat)}
        >
          {exportFormats.map((one) => (
            <option key={one} value={one}>
              {text(`library.export.format.${one}`)}
            </option>
          ))}
        </Select>
      </div>
      <Button className="mt-3" disabled={running} onClick={() => run(download)}>
        <Download aria-hidden className="size-4.5" />
        {text("library.export.start")}
      </Button>
      {failure && (
        <div className="mt-3">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
    </Section>
  );
}
