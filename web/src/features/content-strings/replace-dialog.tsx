import { valueProblems } from "contract/content-strings/rules.ts";
import type { ContentString } from "contract/content-strings/schema.ts";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import { largestPageSize } from "contract/core/pagination.ts";
import { useState } from "react";
import { failedWith } from "../../api/api-error.ts";
import { useDraftForm } from "../../page/form.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../../ui/use-action.ts";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.tsx";
import { LeaveGuard } from "../admin/leave-guard.tsx";
import { useRefresh } from "../admin/queries.ts";
import { DiffView } from "./diff-view.tsx";

/** The most texts in one call. */
const maxTexts = 1_000;

/**
 * Finds and replaces in many texts, or in many translations into a language: shows a preview, then saves the chosen
 * ones atomically.
 */
export function ReplaceDialog({ language, onClose }: { language?: string; onClose: () => void }) {
  const { form, ...replacing } = useReplace(language);
  const { found, chosen, changed, busy, failure } = replacing;
  return (
    <Dialog title={language ? `Find and replace (${language})` : "Find and replace"} onClose={onClose} wide>
      <LeaveGuard unsaved={form.isChanged && changed === null} />
      {/* the browser asks for what to find */}
      <form {...form.formProps} noValidate={false} onChange={replacing.reset} className="mt-4 grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Find" {...form.fieldProps("search")} maxLength={100} required />
          <TextField label="Replace with" {...form.fieldProps("replacement")} />
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Checkbox
            label="Match case"
            checked={form.values.matchCase}
            onChange={({ target }) => form.change({ matchCase: target.checked })}
          />
          <Button type="submit" size="small" disabled={busy}>
            Preview
          </Button>
        </div>
      </form>
      <div className="mt-4 grid gap-4">
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        {failure && <ErrorBox>{failure}</ErrorBox>}
        {changed !== null && <p role="status">{strings(changed)} changed.</p>}
        {found && (
          <>
            <p role="status">{found.length === 0 ? "No content strings found" : `Preview: ${strings(found.length)}`}</p>
            <ul className="grid max-h-[45vh] gap-4 overflow-y-auto">
              {found.map((replacement) => (
                <Row
                  key={replacement.string.id}
                  replacement={replacement}
                  chosen={chosen.includes(replacement)}
                  onChoose={() => replacing.toggle(replacement)}
                />
              ))}
            </ul>
          </>
        )}
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" disabled={busy || chosen.length === 0} onClick={() => void replacing.save()}>
            Change {strings(chosen.length)}
          </Button>
          <Button onClick={onClose}>{changed === null ? "Cancel" : "Close"}</Button>
        </div>
      </div>
    </Dialog>
  );
}

const strings = (count: number) => `${formatCount(count)} ${count === 1 ? "string" : "strings"}`;

interface RowProps {
  replacement: Replacement;
  chosen: boolean;
  onChoose: () => void;
}

function Row({ replacement: { string, value, problems }, chosen, onChoose }: RowProps) {
  return (
    <li className="grid gap-1.5">
      <Checkbox
        label={<span className="text-sm font-medium break-all">{string.key}</span>}
        checked={chosen}
        disabled={problems.length > 0}
        error={problems.length > 0 ? problems.join(" · ") : undefined}
        onChange={onChoose}
      />
      <DiffView older={string.current_value} newer={value} />
    </li>
  );
}

/** The steps of a replacement with their state. */
function useReplace(language: string | undefined) {
  const call = useAdminCall();
  const refresh = useRefresh("texts");
  const [found, setFound] = useState<Replacement[] | null>(null);
  const [chosen, setChosen] = useState<Replacement[]>([]);
  const [changed, setChanged] = useState<number | null>(null);
  const { run, running, failure, setFailure } = useAction((error) =>
    failedWith(error, "stale")
      ? "Some of these strings were changed meanwhile. Preview again."
      : serverMessageOf(error, "Failed to save the content strings"),
  );

  const reset = () => {
    setFound(null);
    setChosen([]);
    setChanged(null);
    setFailure(undefined);
  };

  const form = useDraftForm({
    initial: nothing,
    send: async ({ search, replacement, matchCase }) => {
      reset();
      const replaced = replaceIn(await findAllStrings(call, language, search), search, replacement, matchCase);
      setFound(replaced);
      setChosen(replaced.filter(({ problems }) => problems.length === 0));
    },
    explain: (error) => ({ box: serverMessageOf(error, "Failed to load content strings") }),
  });

  return {
    form,
    found,
    chosen,
    changed,
    busy: running || form.sending,
    failure,
    reset,
    toggle: (one: Replacement) =>
      setChosen(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]),
    save: () =>
      run(async () => {
        await save(call, language, chosen);
        await refresh();
        reset();
        setChanged(chosen.length);
      }),
  };
}

const nothing = { search: "", replacement: "", matchCase: true };

/** A text, or a translation, that may be changed. */
interface ReplaceTarget extends Pick<ContentString, "id" | "key" | "current_value" | "variables" | "version"> {
  optional?: readonly string[];
}

/** A text with its replaced value. */
interface Replacement {
  string: ReplaceTarget;
  value: string;
  /** Why the value is invalid; empty when it is valid. */
  problems: string[];
}

/** Replaces `search` in the values of texts. Unchanged texts are left out. */
export function replaceIn(
  strings: readonly ReplaceTarget[],
  search: string,
  replacement: string,
  matchCase: boolean,
): Replacement[] {
  if (search === "") return [];
  // recheck-ignore: the search text verbatim, without any quantifier
  const pattern = new RegExp(RegExp.escape(search), matchCase ? "gu" : "giu");
  return strings.flatMap((string) => {
    // a function, because `$` is special in replacement strings
    const value = string.current_value.replace(pattern, () => replacement);
    return value === string.current_value ? [] : [{ string, value, problems: valueProblems(value, string) }];
  });
}

/** Texts or translations that match a search, at most `maxTexts`. */
async function findAllStrings(call: Call, language: string | undefined, search: string): Promise<ReplaceTarget[]> {
  const found: ReplaceTarget[] = [];
  for (let page = 1, read = 0; ; page++) {
    const { strings, total, count } = await findPage(call, language, { search, page, limit: largestPageSize });
    found.push(...strings);
    read += count;
    if (found.length >= maxTexts || read >= total || count === 0) return found.slice(0, maxTexts);
  }
}

/** `count` is the number of rows of the page, missing translations included. */
async function findPage(
  call: Call,
  language: string | undefined,
  query: { search: string; page: number; limit: number },
): Promise<{ strings: ReplaceTarget[]; total: number; count: number }> {
  if (!language) {
    const { contentStrings, total } = await call("GET /api/admin/content/strings", { query });
    return { strings: contentStrings, total, count: contentStrings.length };
  }
  const input = { params: { language }, query };
  const { translations, total } = await call("GET /api/admin/content/translations/{language}", input);
  const strings = translations.flatMap(({ id, value, optional_variables: optional, ...row }) =>
    id === null || value === null ? [] : [{ ...row, id, current_value: value, optional }],
  );
  return { strings, total, count: translations.length };
}

/** Saves all or none. A replacement in an outdated translation leaves it outdated. */
async function save(call: Call, language: string | undefined, chosen: readonly Replacement[]): Promise<void> {
  if (language) {
    const updates = chosen.map(({ string, value }) => ({ key: string.key, value, base_version: string.version }));
    await call("PUT /api/admin/content/translations/{language}", { params: { language }, body: { updates } });
  } else {
    const updates = chosen.map(({ string: { id, version }, value }) => ({
      id,
      current_value: value,
      base_version: version,
    }));
    await call("PUT /api/admin/content/strings/bulk", { body: { updates } });
  }
}
