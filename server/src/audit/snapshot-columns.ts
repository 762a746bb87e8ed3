import { foldText } from "contract/games/rules.ts";
import { mergeSorted } from "../db/merge-sorted.ts";
import type { AuditLine } from "./queries.ts";

/** Equal values have one code; codes are 0, 1, 2 … in the order in which the values were first seen. */
interface Dictionary<T> {
  values: T[];
  codes: Map<T, number>;
}

/**
 * What lists filter and sort by of every entry, in the order of the log; the entries themselves stay in the database.
 * About 20 bytes an entry, and each text once. The log only grows, so what was read stays true.
 */
export interface AuditColumns {
  size: number;
  id: Uint32Array;
  /** Milliseconds; never falling. */
  performedAt: Float64Array;
  user: Uint32Array;
  action: Uint16Array;
  resource: Uint16Array;
  text: Uint32Array;
  users: Dictionary<number | null>;
  actions: Dictionary<string>;
  resources: Dictionary<string>;
  /** By code: description and resource key, folded, each on its line. */
  texts: string[];
  textCodes: Map<string, number>;
  /** The codes of the texts, in the order of the texts; those of the newest may be missing until `sortTexts`. */
  textOrder: Uint32Array;
}

export function emptyColumns(): AuditColumns {
  return {
    size: 0,
    id: new Uint32Array(0),
    performedAt: new Float64Array(0),
    user: new Uint32Array(0),
    action: new Uint16Array(0),
    resource: new Uint16Array(0),
    text: new Uint32Array(0),
    users: emptyDictionary(),
    actions: emptyDictionary(),
    resources: emptyDictionary(),
    texts: [],
    textCodes: new Map(),
    textOrder: new Uint32Array(0),
  };
}

/** Adds the entries that follow. */
export function appendLines(columns: AuditColumns, lines: readonly AuditLine[]): void {
  makeRoom(columns, columns.size + lines.length);
  for (const line of lines) {
    const at = columns.size;
    columns.id[at] = line.id;
    columns.performedAt[at] = line.performedAt;
    columns.user[at] = codeOf(columns.users, line.userId);
    columns.action[at] = codeOf(columns.actions, line.action);
    columns.resource[at] = codeOf(columns.resources, line.resourceType);
    columns.text[at] = textCodeOf(columns, line);
    columns.size += 1;
  }
  // merging only so often keeps what a long trail costs in proportion to its length
  if (columns.texts.length > columns.textOrder.length * 1.25) sortTexts(columns);
}

function makeRoom(columns: AuditColumns, wanted: number): void {
  if (wanted <= columns.id.length) return;
  const room = Math.max(1_024, wanted, columns.id.length * 2);
  columns.id = copyInto(new Uint32Array(room), columns.id);
  columns.performedAt = copyInto(new Float64Array(room), columns.performedAt);
  columns.user = copyInto(new Uint32Array(room), columns.user);
  columns.action = copyInto(new Uint16Array(room), columns.action);
  columns.resource = copyInto(new Uint16Array(room), columns.resource);
  columns.text = copyInto(new Uint32Array(room), columns.text);
}

function copyInto<T extends Float64Array | Uint16Array | Uint32Array>(to: T, from: T): T {
  to.set(from);
  return to;
}

function emptyDictionary<T>(): Dictionary<T> {
  return { values: [], codes: new Map() };
}

function codeOf<T>({ values, codes }: Dictionary<T>, value: T): number {
  const known = codes.get(value);
  if (known !== undefined) return known;
  codes.set(value, values.length);
  return values.push(value) - 1;
}

function textCodeOf({ texts, textCodes }: AuditColumns, { description, resourceKey }: AuditLine): number {
  const written = `${description}\n${resourceKey ?? ""}`;
  const known = textCodes.get(written);
  if (known !== undefined) return known;
  textCodes.set(written, texts.length);
  return texts.push(`${foldText(description)}\n${foldText(resourceKey ?? "")}`) - 1;
}

/** Puts the texts that came since the last time in their places among the others. */
export function sortTexts(columns: AuditColumns): void {
  const { texts, textOrder: old } = columns;
  if (texts.length === old.length) return;
  const compare = (a: number, b: number) => (texts[a]! < texts[b]! ? -1 : texts[a]! > texts[b]! ? 1 : a - b);
  const added = Uint32Array.from({ length: texts.length - old.length }, (_, index) => old.length + index).sort(compare);
  columns.textOrder = mergeSorted(new Uint32Array(texts.length), old, added, compare);
}
