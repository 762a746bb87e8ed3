import { diffWords, diffWordsWithSpace } from "diff";
import { useMemo } from "react";

/** The differences of two values: removals struck through, additions underlined, both announced. */
export function DiffView({ older, newer }: { older: string; newer: string }) {
  const lines = useMemo(() => diffTexts(older, newer), [older, newer]);
  return (
    <div className="max-h-72 overflow-y-auto rounded-md bg-sunken px-3 py-2 text-sm leading-6 break-words">
      {lines.map((parts, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and never move
        <p key={line} className="min-h-6 whitespace-pre-wrap">
          {parts.map((part, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same for the parts of a line
            <Part key={place} {...part} />
          ))}
        </p>
      ))}
    </div>
  );
}

function Part({ kind, text }: DiffPart) {
  if (kind === "same") return <span>{text}</span>;
  const Mark = kind === "added" ? "ins" : "del";
  return (
    <Mark
      className={
        kind === "added"
          ? "rounded-sm bg-positive-soft px-0.5 text-positive underline decoration-2 underline-offset-3"
          : "rounded-sm bg-danger-soft px-0.5 text-danger line-through"
      }
    >
      <span className="sr-only">{kind}: </span>
      {text}
    </Mark>
  );
}

type DiffKind = "same" | "added" | "removed";

/** An unchanged, added or removed part of a line. */
interface DiffPart {
  kind: DiffKind;
  text: string;
}

/** The most lines to skip when aligning (spec/content-and-settings 2.4). */
const lookAhead = 4;

/** The differences of two texts, by line and within changed lines by word. */
export function diffTexts(older: string, newer: string): DiffPart[][] {
  return alignLines(older.split("\n"), newer.split("\n")).map(([before, after]) => {
    if (before === undefined) return [{ kind: "added", text: after! }];
    if (after === undefined) return [{ kind: "removed", text: before }];
    return before === after ? [{ kind: "same", text: before }] : diffLine(before, after);
  });
}

type Pair = [before: string | undefined, after: string | undefined];

/** Aligns lines, so that lines after an insertion or removal still match. */
export function alignLines(older: readonly string[], newer: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  let [at, by] = [0, 0];
  while (at < older.length || by < newer.length) {
    if (at < older.length && by < newer.length && older[at] !== newer[by]) {
      const { removed, added } = distance(older, at, newer, by);
      for (let count = 0; count < removed; count++) pairs.push([older[at++], undefined]);
      for (let count = 0; count < added; count++) pairs.push([undefined, newer[by++]]);
      if (removed + added > 0) continue;
    }
    pairs.push([older[at++], newer[by++]]);
  }
  return pairs;
}

/** How many lines to skip on one side until both match; none when that exceeds the limit. */
function distance(older: readonly string[], at: number, newer: readonly string[], by: number) {
  for (let ahead = 1; ahead <= lookAhead; ahead++) {
    if (newer[by + ahead] === older[at]) return { removed: 0, added: ahead };
    if (older[at + ahead] === newer[by]) return { removed: ahead, added: 0 };
  }
  return { removed: 0, added: 0 };
}

/** The diff takes quadratic time: longer edits show whole lines as different. */
const maxEditLength = 300;

function diffLine(before: string, after: string): DiffPart[] {
  const byWord = diffWords(before, after, { maxEditLength });
  // differences in spaces alone count too
  const isSame = byWord?.every(({ added, removed }) => !added && !removed);
  const changes = isSame ? diffWordsWithSpace(before, after, { maxEditLength }) : byWord;
  if (!changes) {
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  }
  return changes.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value,
  }));
}
