import { type ImportTarget, importTargets, maxImportLength } from "contract/library/rules.ts";
import type { ImportPreview } from "contract/library/schema.ts";
import { useId, useState } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { useCall } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { useLibraryText } from "../library-text.ts";
import { Section } from "./section.tsx";

const fileTypes = ".json,.csv,.tsv,.txt,application/json,text/csv,text/plain";

/** Looks up the games of a file or of pasted text. */
export function FileSection({ onFound }: { onFound: (preview: ImportPreview) => void }) {
  const text = useLibraryText();
  const call = useCall();
  const fileId = useId();
  const asId = useId();
  const [pasted, setPasted] = useState("");
  const [as, setAs] = useState<ImportTarget | "">("");
  const [reading, setReading] = useState(false);
  const [failure, setFailure] = useState<string>();

  const lookUp = async (content: string) => {
    setFailure(undefined);
    if (content.length > maxImportLength) return setFailure(text("library.file.too_large"));
    setReading(true);
    try {
      const body = { source: "file", text: content, ...(as !== "" && { as }) } as const;
      onFound(await call("POST /api/library/import/preview", { body }));
    } catch (error) {
      const isExplained = error instanceof ApiError && (error.status === 400 || error.status === 429);
      setFailure((isExplained && error.serverMessage) || text("library.file.failed"));
    } finally {
      setReading(false);
    }
  };
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    // characters take up to four bytes
    if (file.size > 4 * maxImportLength) setFailure(text("library.file.too_large"));
    else await lookUp(await readFileText(file));
  };
  return (
    <Section title={text("library.file.title")}>
      <p className="mt-1 text-sm text-muted">{text("library.file.text")}</p>
      <div className="mt-4">
        <label htmlFor={asId} className="mb-1.5 block text-sm font-medium">
          {text("library.file.as")}
        </label>
        <Select
          id={asId}
          label={text("library.file.as")}
          value={as}
          onChoose={(value) => setAs(value as ImportTarget | "")}
          className="max-w-xs"
        >
          <option value="">{text("library.file.as.auto")}</option>
          {importTargets.map((target) => (
            <option key={target} value={target}>
              {text(`library.file.as.${target}`)}
            </option>
          ))}
        </Select>
      </div>
      <div className="mt-4">
        <label htmlFor={fileId} className="mb-1.5 block text-sm font-medium">
          {text("library.file.choose")}
        </label>
        <input
          id={fileId}
          type="file"
          accept={fileTypes}
          disabled={reading}
          onChange={({ target }) => {
            void readFile(target.files?.[0]);
            // the same file may be chosen again
            target.value = "";
          }}
          className={
            "block w-full text-sm text-muted file:mr-3 file:h-11 file:cursor-pointer file:rounded-md file:border " +
            "file:border-border-strong/60 file:bg-raised file:px-4 file:text-base file:font-medium file:text-text"
          }
        />
      </div>
      <form
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault();
          void lookUp(pasted);
        }}
      >
        <TextArea
          label={text("library.file.paste")}
          rows={6}
          value={pasted}
          spellCheck={false}
          onChange={({ target }) => setPasted(target.value)}
        />
        <Button type="submit" kind="primary" className="mt-3" disabled={reading || pasted.trim() === ""}>
          {text(reading ? "library.file.reading" : "library.file.start")}
        </Button>
      </form>
      {failure && (
        <div className="mt-3">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
    </Section>
  );
}

/**
 * The text of a file: by its byte order mark (UTF-8 or UTF-16), as UTF-8, or else as Windows-1252, which older
 * spreadsheets write.
 */
async function readFileText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
