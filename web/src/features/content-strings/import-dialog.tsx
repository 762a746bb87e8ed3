import { valueTexts } from "contract/content-strings/rules.ts";
import type { ImportResult } from "contract/content-strings/schema.ts";
import { formatCount } from "contract/core/counts.ts";
import { useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FileField } from "../../ui/file-field.tsx";
import { useAction } from "../../ui/use-action.ts";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.tsx";
import { useRefresh } from "../admin/queries.ts";
import { DiffView } from "./diff-view.tsx";

/** Imports texts from a file after a dry run (spec/content-and-settings 2.6). */
export function ImportDialog({ language, onClose }: { language?: string; onClose: () => void }) {
  const importing = useImport(language);
  const { preview, done, busy, failure, overwrite } = importing;
  const changed = preview ? preview.created + preview.updated : 0;
  return (
    <Dialog title={language ? `Import translations (${language})` : "Import content strings"} onClose={onClose} wide>
      <div className="mt-4 grid gap-4">
        <FileField
          label="File"
          accept={language ? "application/json,.json,.csv,.po" : "application/json,.json,.csv"}
          disabled={busy}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) void importing.open(file);
          }}
        />
        <Checkbox
          label="Overwrite edited strings"
          hint="Otherwise only strings that were never edited are changed."
          checked={overwrite}
          disabled={busy}
          onChange={(event) => void importing.setOverwrite(event.target.checked)}
        />
        {failure && <ErrorBox>{failure}</ErrorBox>}
        {done ? (
          <p role="status">Imported: {counts(done)}</p>
        ) : (
          preview && (
            <>
              <p role="status">Preview: {counts(preview)}</p>
              <ImportPreview {...preview} />
            </>
          )
        )}
        <div className="flex flex-wrap gap-3">
          {!done && (
            <Button kind="primary" disabled={busy || !preview || changed === 0} onClick={() => void importing.run()}>
              Import {preview ? changes(changed) : ""}
            </Button>
          )}
          <Button onClick={onClose}>{done ? "Close" : "Cancel"}</Button>
        </div>
      </div>
    </Dialog>
  );
}

const changes = (count: number) => `${formatCount(count)} ${count === 1 ? "change" : "changes"}`;

function counts({ created, updated, unchanged, rejected }: ImportResult): string {
  const [changed, same, refused] = [updated, unchanged, rejected.length].map(formatCount);
  const added = created > 0 ? `${formatCount(created)} created, ` : "";
  return `${added}${changed} updated, ${same} unchanged, ${refused} rejected.`;
}

/** The steps of an import with their state. */
function useImport(language: string | undefined) {
  const call = useAdminCall();
  const refresh = useRefresh("texts");
  const content = useRef<ImportFile>({ format: "json", strings: [] });
  const [overwrite, setOverwrite] = useState(false);
  const [preview, setPreview] = useState<ImportResult | null>(null);
  const [done, setDone] = useState<ImportResult | null>(null);
  const { run, running, failure } = useAction((error) =>
    serverMessageOf(error, error instanceof Error ? error.message : "Failed to import content strings"),
  );

  const send = (options: { dryRun: boolean; overwrite: boolean }) =>
    call("POST /api/admin/content/strings/import", {
      body: { ...content.current, ...(language && { locale: language }), options },
    });

  const previewWith = async (overwrite: boolean) => setPreview(await send({ dryRun: true, overwrite }));

  return {
    preview,
    done,
    busy: running,
    failure,
    overwrite,
    open: (file: File) =>
      run(async () => {
        setPreview(null);
        setDone(null);
        content.current = await readFile(file, language);
        await previewWith(overwrite);
      }),
    setOverwrite: (next: boolean) =>
      run(async () => {
        setOverwrite(next);
        if (preview) await previewWith(next);
      }),
    run: () =>
      run(async () => {
        setDone(await send({ dryRun: false, overwrite }));
        await refresh();
      }),
  };
}

type ImportFile =
  | { format: "json"; strings: ImportedString[] }
  | { format: "csv"; csv: string }
  | { format: "po"; po: string };

/** What an import takes from the file; the server reads CSV and PO. */
async function readFile(file: File, language: string | undefined): Promise<ImportFile> {
  const name = file.name.toLowerCase();
  if (name.endsWith(".csv")) return { format: "csv", csv: await readText(file) };
  if (language && name.endsWith(".po")) return { format: "po", po: await readText(file) };
  return { format: "json", strings: await readImportFile(file) };
}

/** A text in a file; other properties are ignored. */
interface ImportedString {
  key: string;
  value: string;
  /** The English text that a translation was made from. */
  source?: string;
}

/** The texts of an exported file. Throws an error with a message for the administrator. */
export async function readImportFile(file: Blob): Promise<ImportedString[]> {
  const strings = stringsIn(await readText(file));
  if (!strings) throw new Error(valueTexts.importNotJson);
  return strings.map(({ key, value, source }) => ({ key, value, ...(typeof source === "string" && { source }) }));
}

function readText(file: Blob): Promise<string> {
  return file.text().catch(() => {
    throw new Error(valueTexts.importUnreadable);
  });
}

function stringsIn(content: string): ImportedString[] | null {
  try {
    const parsed: unknown = JSON.parse(content);
    const strings = Array.isArray(parsed) ? parsed : (parsed as { strings?: unknown } | null)?.strings;
    return Array.isArray(strings) && strings.every(isImported) ? strings : null;
  } catch {
    return null;
  }
}

function isImported(value: unknown): value is ImportedString {
  const { key, value: text } = (value ?? {}) as Partial<ImportedString>;
  return typeof key === "string" && typeof text === "string";
}

/** The most differences shown. */
const maxShown = 100;

/** What an import would change and reject. */
function ImportPreview({ differences, rejected }: Pick<ImportResult, "differences" | "rejected">) {
  return (
    <div className="grid max-h-[45vh] gap-4 overflow-y-auto">
      {rejected.length > 0 && (
        <section aria-label="Rejected">
          <h3 className="text-sm font-medium">Rejected</h3>
          <ul className="mt-1 grid gap-1 text-sm">
            {rejected.slice(0, maxShown).map(({ key, msg }) => (
              <li key={`${key} ${msg}`}>
                <span className="font-medium break-all">{key}</span>: <span className="text-danger">{msg}</span>
              </li>
            ))}
          </ul>
          <More count={rejected.length - maxShown} />
        </section>
      )}
      {differences.length > 0 && (
        <section aria-label="Changes">
          <h3 className="text-sm font-medium">Changes</h3>
          <ul className="mt-2 grid gap-3">
            {differences.slice(0, maxShown).map(({ key, old_value, new_value }) => (
              <li key={key} className="grid gap-1">
                <span className="text-sm font-medium break-all">{key}</span>
                <DiffView older={old_value} newer={new_value} />
              </li>
            ))}
          </ul>
          <More count={differences.length - maxShown} />
        </section>
      )}
    </div>
  );
}

function More({ count }: { count: number }) {
  return count > 0 && <p className="mt-2 text-sm text-muted">And {formatCount(count)} more.</p>;
}
