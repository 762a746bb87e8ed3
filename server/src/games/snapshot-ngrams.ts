/**
 * Finds titles by what stands anywhere in them. For every run of one, two and three UTF-16 units in a title the index
 * knows the slots where it stands, so short words and scripts without spaces are found as fast as long words.
 */
export interface TitleIndex {
  /** All titles, one behind the other; that of a slot begins at `starts[slot]` and ends where the next begins. */
  units: Uint16Array<ArrayBuffer>;
  starts: Uint32Array<ArrayBuffer>;
  /** The distinct runs in two halves: the first unit; the second and third, 0 where there is none. */
  firsts: Uint16Array<ArrayBuffer>;
  rests: Uint32Array<ArrayBuffer>;
  /** Hash table over the runs: their number + 1 at the first free place from their hash on; 0 = free. */
  places: Uint32Array<ArrayBuffer>;
  /** The slots of run `n`, ascending: `slots` from `offsets[n]` to `offsets[n + 1]`. */
  offsets: Uint32Array<ArrayBuffer>;
  slots: Uint32Array<ArrayBuffer>;
}

/** The longest run that the index knows. */
const longestRun = 3;

const space = 0x20;

/** Below this many candidates it is cheaper to read their titles than to narrow them down further. */
const fewCandidates = 24;

/** Indexes folded titles; a title's place in the list is its slot. */
export function indexTitles(titles: readonly string[]): TitleIndex {
  const { units, starts } = joinTitles(titles);
  const runs = createRuns();
  // The runs of every title, without repetition in one title; at most three begin at each unit.
  const sequence = new Uint32Array(units.length * longestRun);
  const ends = new Uint32Array(titles.length);
  let length = 0;

  for (let slot = 0; slot < titles.length; slot++) {
    const end = starts[slot + 1]!;
    const note = (first: number, rest: number) => {
      const run = runs.add(first, rest);
      if (runs.meet(run, slot)) sequence[length++] = run;
    };
    for (let at = starts[slot]!; at < end; at++) {
      const first = units[at]!;
      // words hold no spaces, so nobody asks for a run that does
      if (first === space) continue;
      note(first, 0);
      const second = at + 1 < end ? units[at + 1]! : space;
      if (second === space) continue;
      note(first, restOf(second, 0));
      const third = at + 2 < end ? units[at + 2]! : space;
      if (third !== space) note(first, restOf(second, third));
    }
    ends[slot] = length;
  }

  const offsets = runs.offsets();
  const slots = new Uint32Array(length);
  const next = offsets.slice();
  for (let slot = 0, at = 0; slot < titles.length; slot++) {
    for (; at < ends[slot]!; at++) slots[next[sequence[at]!]!++] = slot;
  }
  return { units, starts, offsets, slots, ...runs.table() };
}

/** The second half of a run, without a sign. */
function restOf(second: number, third: number): number {
  return ((second << 16) | third) >>> 0;
}

function joinTitles(titles: readonly string[]): Pick<TitleIndex, "units" | "starts"> {
  const starts = new Uint32Array(titles.length + 1);
  for (let slot = 0; slot < titles.length; slot++) starts[slot + 1] = starts[slot]! + titles[slot]!.length;
  const units = new Uint16Array(starts[titles.length]!);
  let at = 0;
  for (const title of titles) for (let unit = 0; unit < title.length; unit++) units[at++] = title.charCodeAt(unit);
  return { units, starts };
}

/** The distinct runs while they are gathered, numbered as they come. */
function createRuns() {
  let capacity = 1 << 16;
  let firsts = new Uint16Array(capacity);
  let rests = new Uint32Array(capacity);
  let titles = new Uint32Array(capacity);
  let lastSlots = new Int32Array(capacity).fill(-1);
  let places = new Uint32Array(capacity * 2);
  let size = 0;

  function grow() {
    const widen = <T extends Uint16Array | Uint32Array | Int32Array>(from: T, to: T) => {
      to.set(from);
      return to;
    };
    capacity *= 2;
    firsts = widen(firsts, new Uint16Array(capacity));
    rests = widen(rests, new Uint32Array(capacity));
    titles = widen(titles, new Uint32Array(capacity));
    lastSlots = widen(lastSlots, new Int32Array(capacity).fill(-1));
    places = new Uint32Array(capacity * 2);
    for (let run = 0; run < size; run++) places[findPlace(places, firsts, rests, firsts[run]!, rests[run]!)] = run + 1;
  }

  return {
    /** The number of the run. */
    add(first: number, rest: number): number {
      const place = findPlace(places, firsts, rests, first, rest);
      if (places[place] !== 0) return places[place]! - 1;
      const run = size++;
      firsts[run] = first;
      rests[run] = rest;
      places[place] = run + 1;
      if (size === capacity) grow();
      return run;
    },
    /** Counts the run for the title in the slot; `false` when it was counted for it before. */
    meet(run: number, slot: number): boolean {
      if (lastSlots[run] === slot) return false;
      lastSlots[run] = slot;
      titles[run]! += 1;
      return true;
    },
    /** Where the slots of each run begin when all are laid one behind the other. */
    offsets(): Uint32Array<ArrayBuffer> {
      const offsets = new Uint32Array(size + 1);
      for (let run = 0; run < size; run++) offsets[run + 1] = offsets[run]! + titles[run]!;
      return offsets;
    },
    table: () => ({ firsts: firsts.slice(0, size), rests: rests.slice(0, size), places }),
  };
}

/** The place of the run in the hash table, or the free one where it would be put. */
function findPlace(places: Uint32Array, firsts: Uint16Array, rests: Uint32Array, first: number, rest: number): number {
  let hash = Math.imul(rest ^ Math.imul(first, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 15;
  const mask = places.length - 1;
  let place = hash & mask;
  while (places[place] !== 0) {
    const run = places[place]! - 1;
    if (firsts[run] === first && rests[run] === rest) break;
    place = (place + 1) & mask;
  }
  return place;
}

/** The slots whose title contains every word, ascending. Words are folded, not empty, without spaces; at least one. */
export function findTitles(index: TitleIndex, words: readonly string[]): Uint32Array {
  const longWords = words.filter((word) => word.length > longestRun);
  const exact = words.filter((word) => word.length <= longestRun).map((word) => slotsOf(index, word));
  const hints = longWords.flatMap((word) => runsIn(word).map((run) => slotsOf(index, run)));
  exact.sort((a, b) => a.length - b.length);
  hints.sort((a, b) => a.length - b.length);

  let [candidates = hints.shift()!, ...others] = exact;
  for (const slots of others) candidates = intersect(candidates, slots);
  for (const slots of hints) {
    if (candidates.length <= fewCandidates) break;
    candidates = intersect(candidates, slots);
  }
  // a title may hold the runs of a long word in other places than side by side
  for (const word of longWords) candidates = keepHolding(index, candidates, word);
  return candidates;
}

/** The title in the slot. */
export function titleAt({ units, starts }: TitleIndex, slot: number): string {
  return String.fromCharCode(...units.subarray(starts[slot]!, starts[slot + 1]!));
}

/** The longest runs of a word that is longer than one. */
function runsIn(word: string): string[] {
  const runs = Array.from({ length: word.length - longestRun + 1 }, (_, at) => word.slice(at, at + longestRun));
  return [...new Set(runs)];
}

function slotsOf({ places, firsts, rests, offsets, slots }: TitleIndex, run: string): Uint32Array {
  // behind the end of a run `charCodeAt` is NaN, which bit operators take for 0
  const rest = restOf(run.charCodeAt(1), run.charCodeAt(2));
  const number = places[findPlace(places, firsts, rests, run.charCodeAt(0), rest)]!;
  return number === 0 ? slots.subarray(0, 0) : slots.subarray(offsets[number - 1]!, offsets[number]!);
}

/** What both ascending lists hold. */
function intersect(a: Uint32Array, b: Uint32Array): Uint32Array {
  const [few, many] = a.length < b.length ? [a, b] : [b, a];
  const both = new Uint32Array(few.length);
  let length = 0;
  let at = 0;
  for (const slot of few) {
    at = skipTo(slot, many, at);
    if (at === many.length) break;
    if (many[at] === slot) both[length++] = slot;
  }
  return both.subarray(0, length);
}

/** The first position from `at` on that holds `slot` or more: in steps that double, then between the last two. */
function skipTo(slot: number, slots: Uint32Array, at: number): number {
  let step = 1;
  let low = at;
  while (low + step <= slots.length && slots[low + step - 1]! < slot) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step - 1, slots.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (slots[middle]! < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}

function keepHolding({ units, starts }: TitleIndex, candidates: Uint32Array, word: string): Uint32Array {
  const wanted = Uint16Array.from({ length: word.length }, (_, at) => word.charCodeAt(at));
  const kept = new Uint32Array(candidates.length);
  let length = 0;
  for (const slot of candidates) {
    if (holds(units, starts[slot]!, starts[slot + 1]!, wanted)) kept[length++] = slot;
  }
  return kept.subarray(0, length);
}

function holds(units: Uint16Array, start: number, end: number, wanted: Uint16Array): boolean {
  const first = wanted[0];
  for (let at = start; at + wanted.length <= end; at++) {
    if (units[at] !== first) continue;
    let matched = 1;
    while (matched < wanted.length && units[at + matched] === wanted[matched]) matched++;
    if (matched === wanted.length) return true;
  }
  return false;
}
