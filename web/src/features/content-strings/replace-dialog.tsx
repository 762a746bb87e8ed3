import { valueProblems } from "contract/content-strings/rules.ts";
import type { ContentString } from "contract/content-strings/schema.ts";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import { largestPageSize } from "contract/core/pagination.ts";
import { type SubmitEvent, useState } from "react";
import { failedWith } from "../../api/api-error.ts";
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

/** Finds and replaces in many texts: shows a preview, then saves the chosen ones atomically. */
export function ReplaceDialog({ onClose }: { onClose: () => void }) {
  const replacing = useReplace();
  const { found, chosen, changed, busy, failure } = replacing;
  const [typed, setTyped] = useState(false);

  const preview = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void replacing.preview(String(form.get("search")), String(form.get("replacement")), form.has("matchCase"));
  };
  const change = () => {
    setTyped(true);
    replacing.reset();
  };
  return (
    <Dialog title="Find and Replace" onClose={onClose} wide>
      <LeaveGuard unsaved={typed && changed === null} />
      <form onSubmit={preview} onChange={change} className="mt-4 grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Find" name="search" maxLength={100} required />
          <TextField label="Replace with" name="replacement" />
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Checkbox name="matchCase" label="Match case" defaultChecked />
          <Button type="submit" size="small" disabled={busy}>
            Preview
          </Button>
        </div>
      </form>
      <div className="mt-4 grid gap-4">
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
function useReplace() {
  const call = useAdminCall();
  const refresh = useRefresh("texts");
  const [found, setFound] = useState<Replacement[] | null>(null);
  const [chosen, setChosen] = useState<Replacement[]>([]);
  const [changed, setChanged] = useState<number | null>(null);
  const { run, running, failure, clear } = useAction((error) =>
    serverMessageOf(error, "Failed to load content strings"),
  );

  const reset = () => {
    setFound(null);
    setChosen([]);
    setChanged(null);
    clear();
  };

  return {
    found,
    chosen,
    changed,
    busy: running,
    failure,
    reset,
    toggle: (one: Replacement) =>
      setChosen(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]),
    preview: (search: string, replacement: string, matchCase: boolean) =>
      run(async () => {
        reset();
        const replaced = replaceIn(await findAllStrings(call, search, maxTexts), search, replacement, matchCase);
        setFound(replaced);
        setChosen(replaced.filter(({ problems }) => problems.length === 0));
      }),
    save: () =>
      run(async () => {
        const updates = chosen.map(({ string, value }) => ({
          id: string.id,
          current_value: value,
          base_version: string.version,
        }));
        await call("PUT /api/admin/content/strings/bulk", { body: { updates } });
        await refresh();
        reset();
        setChanged(updates.length);
      }, saveFailure),
  };
}

const saveFailure = (error: unknown) =>
  failedWith(error, "stale")
    ? "Some of these strings were changed meanwhile. Please preview again."
    : serverMessageOf(error, "Failed to save the content strings");

/** A text with its replaced value. */
interface Replacement {
  string: ContentString;
  value: string;
  /** Why the value is invalid; empty when it is valid. */
  problems: string[];
}

/** Replaces `search` in the values of texts. Unchanged texts are left out. */
export function replaceIn(
  strings: readonly ContentString[],
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

/** Texts that match a search, at most `max`. */
async function findAllStrings(call: Call, search: string, max: number): Promise<ContentString[]> {
  const found: ContentString[] = [];
  for (let page = 1; ; page++) {
    const query = { search, page, limit: largestPageSize };
    const { contentStrings, total } = await call("GET /api/admin/content/strings", { query });
    found.push(...contentStrings);
    if (found.length >= Math.min(total, max) || contentStrings.length === 0) return found.slice(0, max);
  }
}
