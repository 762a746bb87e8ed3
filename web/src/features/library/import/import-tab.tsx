import type { ImportPreview as Preview, ImportSummary as Summary } from "contract/library/schema.ts";
import { useEffect, useRef, useState } from "react";
import { ExportSection } from "./export-section.tsx";
import { FileSection } from "./file-section.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { ImportSummary } from "./import-summary.tsx";
import { SteamSection } from "./steam-section.tsx";

export type ImportSource = "steam" | "file";

/** The sources to import from, then the preview, then the result. */
export function ImportTab() {
  const [found, setFound] = useState<{ source: ImportSource; preview: Preview }>();
  const [summary, setSummary] = useState<Summary>();
  const top = useRef<HTMLDivElement>(null);
  const step = summary ? "done" : found ? "found" : "start";
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
    setSummary(undefined);
  };
  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-20 outline-none">
      {summary ? (
        <ImportSummary summary={summary} onAgain={startAgain} />
      ) : found ? (
        <ImportPreview {...found} onDone={setSummary} onCancel={startAgain} />
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
