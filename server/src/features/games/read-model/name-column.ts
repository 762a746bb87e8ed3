import { foldText } from "contract/core/text.ts";
import { splitDevelopers, splitTags } from "contract/games/rules.ts";
import type { IndexedRow } from "./rows.ts";

/** The names that games are filtered by. Each has a number, whatever its case and accents. */
const namesOf = {
  genre: (row) => splitTags(row.genre),
  tag: (row) => splitTags(row.tags),
  developer(row) {
    const names = splitDevelopers(row.developer);
    // the combination of all developers is a name as well
    return names.length > 1 ? [...names, names.join(", ")] : names;
  },
  plan: (row) => (row.plans === null ? [] : row.plans.split(" ")),
} satisfies Record<string, (row: IndexedRow) => string[]>;

export type NameKind = keyof typeof namesOf;
export const nameKinds = Object.keys(namesOf) as NameKind[];

export function ofEachKind<Value>(create: (kind: NameKind) => Value): Record<NameKind, Value> {
  return Object.fromEntries(nameKinds.map((kind) => [kind, create(kind)])) as Record<NameKind, Value>;
}

/** The names of all games, as arrays that are transferred between threads without copying, and strings. */
export interface BuiltNames {
  /** By number, in the most common spelling, joined by `separator`. */
  spelled: string;
  /** The same, folded. */
  folded: string;
  /** The names of a slot are `numbers` from `starts[slot]` to `ends[slot]`. */
  starts: Uint32Array<ArrayBuffer>;
  ends: Uint32Array<ArrayBuffer>;
  numbers: Uint32Array<ArrayBuffer>;
}

export interface NameColumn extends Omit<BuiltNames, "spelled" | "folded"> {
  spelled: string[];
  numberOf: Map<string, number>;
  /** The used length of `numbers`. */
  used: number;
}

/** PostgreSQL does not allow it in text. */
export const separator = "\0";

/** Collects the names of games in the order of their slots. */
export function packNames(kind: NameKind): { add(row: IndexedRow): void; end(capacity: number): BuiltNames } {
  const spellings = new Map<string, { number: number; games: number }>();
  const numberOf = new Map<string, number>();
  const ends: number[] = [];
  const numbers: number[] = [];

  function numberOfSpelling(name: string): number {
    let spelling = spellings.get(name);
    if (!spelling) {
      const folded = foldText(name);
      const number = numberOf.get(folded) ?? numberOf.size;
      numberOf.set(folded, number);
      spelling = { number, games: 0 };
      spellings.set(name, spelling);
    }
    spelling.games += 1;
    return spelling.number;
  }

  return {
    add(row) {
      numbers.push(...new Set(namesOf[kind](row).map(numberOfSpelling)));
      ends.push(numbers.length);
    },
    end(capacity) {
      const spelled: { name: string; games: number }[] = [];
      for (const [name, { number, games }] of spellings) {
        if (games > (spelled[number]?.games ?? 0)) spelled[number] = { name, games };
      }
      const column = { starts: new Uint32Array(capacity), ends: new Uint32Array(capacity) };
      column.ends.set(ends);
      column.starts.set(ends.slice(0, -1), 1);
      return {
        ...column,
        numbers: Uint32Array.from(numbers),
        spelled: spelled.map(({ name }) => name).join(separator),
        folded: [...numberOf.keys()].join(separator),
      };
    },
  };
}

export function openNames({ spelled, folded, ...arrays }: BuiltNames): NameColumn {
  const names = folded === "" ? [] : folded.split(separator);
  return {
    ...arrays,
    spelled: names.length === 0 ? [] : spelled.split(separator),
    numberOf: new Map(names.map((name, number) => [name, number])),
    used: arrays.numbers.length,
  };
}

/** Writes the names of a game. Returns whether they changed. */
export function writeNames(column: NameColumn, kind: NameKind, slot: number, row: IndexedRow): boolean {
  const numbers = new Set(namesOf[kind](row).map((name) => numberOfNew(column, name)));
  const before = column.numbers.subarray(column.starts[slot], column.ends[slot]);
  if (before.length === numbers.size && before.every((number) => numbers.has(number))) return false;
  const end = column.used + numbers.size;
  if (end > column.numbers.length) {
    const larger = new Uint32Array(Math.ceil(end * 1.1));
    larger.set(column.numbers);
    column.numbers = larger;
  }
  column.numbers.set([...numbers], column.used);
  column.starts[slot] = column.used;
  column.ends[slot] = end;
  column.used = end;
  return true;
}

function numberOfNew({ numberOf, spelled }: NameColumn, name: string): number {
  const folded = foldText(name);
  const number = numberOf.get(folded) ?? spelled.push(name) - 1;
  numberOf.set(folded, number);
  return number;
}

export function clearNames(column: NameColumn, slot: number): void {
  column.ends[slot] = column.starts[slot]!;
}

/** The numbers of names in any spelling; unknown names are left out. */
export function findNumbers({ numberOf }: NameColumn, names: readonly string[]): number[] {
  return names.map((name) => numberOf.get(foldText(name))).filter((number) => number !== undefined);
}

/** Whether the game has any name. */
export function hasNames({ starts, ends }: NameColumn, slot: number): boolean {
  return ends[slot]! > starts[slot]!;
}

/** Whether the game has the name of that number. */
export function hasName({ starts, ends, numbers }: NameColumn, slot: number, number: number): boolean {
  for (let at = starts[slot]!; at < ends[slot]!; at++) if (numbers[at] === number) return true;
  return false;
}

/** How many of these games have each name, by its number. */
export function countNames({ starts, ends, numbers, spelled }: NameColumn, slots: Uint32Array): Uint32Array {
  const counts = new Uint32Array(spelled.length);
  for (let n = 0; n < slots.length; n++) {
    const slot = slots[n]!;
    for (let at = starts[slot]!; at < ends[slot]!; at++) counts[numbers[at]!]! += 1;
  }
  return counts;
}

/** The games of each name: `slots` from `starts[number]` to `starts[number + 1]`. */
export interface SlotsByName {
  starts: Uint32Array;
  slots: Uint32Array;
}

/** Inverts the column for these games. */
export function slotsByName(column: NameColumn, slots: Uint32Array): SlotsByName {
  const counts = countNames(column, slots);
  const starts = new Uint32Array(counts.length + 1);
  for (const [number, count] of counts.entries()) starts[number + 1] = starts[number]! + count;
  const next = starts.slice();
  const sorted = new Uint32Array(starts.at(-1)!);
  for (const slot of slots) {
    for (let at = column.starts[slot]!; at < column.ends[slot]!; at++) sorted[next[column.numbers[at]!]!++] = slot;
  }
  return { starts, slots: sorted };
}
