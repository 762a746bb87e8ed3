import { setImmediate } from "node:timers/promises";

/** How long work may keep the event loop before other work gets its turn, in milliseconds. */
const sliceMs = 10;

/** The returned function is awaited between small steps of long work: it yields whenever a slice is over. */
export function createSlices(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < sliceMs) return;
    await setImmediate();
    began = performance.now();
  };
}

/** Steps between two looks at the clock. */
const stepsPerLook = 25;

/** Maps many items without keeping the event loop for long. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const endSlice = createSlices();
  const results: Result[] = [];
  for (const [n, item] of items.entries()) {
    if (n % stepsPerLook === 0) await endSlice();
    results.push(work(item));
  }
  return results;
}
