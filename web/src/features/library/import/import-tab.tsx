import type { ImportPreview as Preview, ImportSummary as Summary } from "contract/library/schema.ts";
import { useEffect, useRef, useState } from "react";
import { ExportSection } from "./export-section.tsx";
import { FileSection } from "./file-section.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { ImportSummary } from "./import-summary.tsx";
import { SteamSection } from "./steam-section.tsx";

export type ImportSource = "steam" | "file";

export interface ImportResult {
  summary: Summary;
  /** Ids of the games added as owned that are on the wishlist. */
  on_wishlist: number[];
}

/** The sources to import from, then the preview, then the result. */
export function ImportTab() {
  const [found, setFound] = useState<{ source: ImportSource; preview: Preview }>();
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
        <ImportPreview {...found} onDone={setResult} onCancel={startAgain} />
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
