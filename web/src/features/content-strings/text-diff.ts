import { diffWords, diffWordsWithSpace } from "diff";

export type DiffKind = "same" | "added" | "removed";

/** An unchanged, added or removed part of a line. */
export interface DiffPart {
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
