import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ImportTarget, importTargets, maxImportLength, type SteamProblem } from "contract/library/rules.ts";
import type { ImportPreview } from "contract/library/schema.ts";
import { type ReactNode, useId, useState } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { useCall } from "../../../api/session.ts";
import { useLanguage } from "../../../api/texts.ts";
import { PathLink } from "../../../page/links.tsx";
import { useErrorReader } from "../../../page/read-error.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { FileField } from "../../../ui/file-field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { useAction } from "../../../ui/use-action.ts";
import { useLibraryText } from "../library-text.ts";
import { importStateQuery } from "../queries.ts";

const tooLarge = new Error("The list is too long");
const fileTypes = ".json,.csv,.tsv,.txt,application/json,text/csv,text/plain";

/** The titles of the preview are those of the page. */
const inLanguage = () => ({ language: document.documentElement.lang });

/** Looks up the games of a file or of pasted text. */
export function FileSection({ onFound }: { onFound: (preview: ImportPreview) => void }) {
  const text = useLibraryText();
  const call = useCall();
  const read = useErrorReader();
  const asId = useId();
  const [pasted, setPasted] = useState("");
  const [as, setAs] = useState<ImportTarget | "">("");
  const {
    run,
    running: reading,
    failure,
  } = useAction((error) => {
    if (error === tooLarge) return text("library.file.too_large");
    const isExplained = error instanceof ApiError && (error.status === 400 || error.status === 429);
    return isExplained && error.serverMessage ? read(error.serverMessage) : text("library.file.failed");
  });

  const lookUp = async (content: string) => {
    if (content.length > maxImportLength) throw tooLarge;
    const body = { source: "file", text: content, ...(as !== "" && { as }) } as const;
    onFound(await call("POST /api/library/import/preview", { query: inLanguage(), body }));
  };
  const readFile = async (file: File) => {
    // characters take up to four bytes
    if (file.size > 4 * maxImportLength) throw tooLarge;
    await lookUp(await readFileText(file));
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
        <FileField
          label={text("library.file.choose")}
          accept={fileTypes}
          disabled={reading}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) void run(() => readFile(file));
            // the same file may be chosen again
            target.value = "";
          }}
        />
      </div>
      <form
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault();
          void run(() => lookUp(pasted));
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

/** A titled box of the import tab. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-border bg-raised p-5 sm:p-6">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Imports from the linked Steam account, now or every day. */
export function SteamSection({ onFound }: { onFound: (preview: ImportPreview) => void }) {
  const language = useLanguage();
  const text = useLibraryText();
  const call = useCall();
  const queryClient = useQueryClient();
  const { data } = useQuery(importStateQuery(call));
  const [busy, setBusy] = useState<"reading" | "saving">();
  const [problems, setProblems] = useState<readonly SteamProblem[]>();
  const { run, failure } = useAction(() => text("library.change_failed"));
  const steam = data?.steam;

  const start = async () => {
    setBusy("reading");
    setProblems(undefined);
    try {
      const preview = await call("POST /api/library/import/preview", {
        query: inLanguage(),
        body: { source: "steam" },
      });
      const isEmpty = preview.found.length + preview.unsure.length + preview.missing.length === 0;
      if (isEmpty) setProblems(preview.problems);
      else onFound(preview);
    } catch {
      setProblems(["unreachable"]);
    } finally {
      setBusy(undefined);
    }
  };
  const setDaily = async (daily: boolean) => {
    setBusy("saving");
    await run(async () => {
      const state = await call("PUT /api/library/import", { body: { daily } });
      queryClient.setQueryData(importStateQuery(call).queryKey, state);
    });
    setBusy(undefined);
  };
  return (
    <Section title={text("library.steam.title")}>
      <p className="mt-1 text-sm text-muted">{text("library.steam.text")}</p>
      {!steam ? (
        <Skeleton className="mt-4 h-11 w-48" />
      ) : !steam.available ? (
        <p className="mt-4">{text("library.steam.unavailable")}</p>
      ) : !steam.linked ? (
        <>
          <p className="mt-4">{text("library.steam.connect")}</p>
          <PathLink path="/profile" className={buttonStyle("secondary", "medium", "mt-3")}>
            {text("library.steam.profile")}
          </PathLink>
        </>
      ) : (
        <>
          <Button kind="primary" className="mt-4" disabled={busy !== undefined} onClick={start}>
            {text(busy === "reading" ? "library.steam.reading" : "library.steam.start")}
          </Button>
          <Checkbox
            className="mt-4"
            label={text("library.steam.daily")}
            hint={text("library.steam.daily_hint")}
            checked={steam.daily}
            aria-disabled={busy !== undefined}
            onChange={({ target }) => busy === undefined && setDaily(target.checked)}
          />
          {steam.checked_at && (
            <p className="mt-3 text-sm text-muted">
              {text("library.steam.checked", { date: language.date(steam.checked_at) })}{" "}
              {steam.last && text("library.steam.last", { owned: steam.last.owned, wished: steam.last.wished })}
            </p>
          )}
          <SteamProblems problems={problems ?? (steam.problem ? [steam.problem] : [])} />
        </>
      )}
      {failure && (
        <div className="mt-3">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
    </Section>
  );
}

/** Why the response of Steam is empty or incomplete, and how to fix it. */
export function SteamProblems({ problems }: { problems: readonly SteamProblem[] }) {
  const text = useLibraryText();
  if (problems.length === 0) return null;
  return (
    <div role="status" className="mt-4 grid gap-2 rounded-md bg-warning-soft px-3.5 py-3 text-sm text-warning">
      {problems.map((problem) => (
        <p key={problem}>
          {problem === "private" && <strong className="block">{text("library.problem.private")}</strong>}
          {text(problem === "private" ? "library.problem.private_how" : `library.problem.${problem}`)}
        </p>
      ))}
    </div>
  );
}
