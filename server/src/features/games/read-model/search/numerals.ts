const romans = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split(" ");
const names =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen twenty";
const tens = "thirty forty fifty sixty seventy eighty ninety".split(" ");

/** All spellings of a number, in digits first, by each of them. `i` is left out: it is more often a word. */
const spellings = new Map<string, readonly string[]>();
for (const [at, name] of names.split(" ").entries()) {
  add(at === 0 ? ["1", name] : [String(at + 1), name, romans[at]!]);
}
for (const [at, name] of tens.entries()) add([String((at + 3) * 10), name]);

function add(all: readonly string[]): void {
  for (const spelling of all) spellings.set(spelling, all);
}

/** The word itself and, if it is a number, its other spellings: `v` is also `5` and `five`. */
export function spellingsOf(word: string): readonly string[] {
  return spellings.get(word) ?? [word];
}

/** The word in digits if it is a number. */
export function inDigits(word: string): string {
  return spellings.get(word)?.[0] ?? word;
}
