import { type ExportFormat, type ExportPart, exportFormats, exportParts } from "contract/library/rules.ts";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { useCall } from "../../../api/session.ts";
import { saveFile } from "../../../page/save-file.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { Select } from "../../../ui/select.tsx";
import { useLibraryText } from "../library-text.ts";
import { Section } from "./section.tsx";

/** Downloads the owned games or the wishlist in one of the formats. */
export function ExportSection() {
  const text = useLibraryText();
  const call = useCall();
  const [part, setPart] = useState<ExportPart>("library");
  const [format, setFormat] = useState<ExportFormat>("itad");
  const [state, setState] = useState<"running" | "failed">();

  const download = async () => {
    setState("running");
    try {
      const file = await call("GET /api/library/export", { query: { part, format } });
      saveFile(new Blob([file.text], { type: file.type }), file.name);
      setState(undefined);
    } catch {
      setState("failed");
    }
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
      <Button className="mt-3" disabled={state === "running"} onClick={download}>
        <Download aria-hidden className="size-4.5" />
        {text("library.export.start")}
      </Button>
      {state === "failed" && (
        <div className="mt-3">
          <ErrorBox>{text("library.export.failed")}</ErrorBox>
        </div>
      )}
    </Section>
  );
}
