import { inject } from "vitest";
import { repeats } from "./processes/soak.ts";

/**
 * The number of random cases of a test with a database. A second PostgreSQL gets a quarter of them: each case runs the
 * same statements.
 */
export function randomRuns(always: number, soaking: number): number {
  return repeats(inject("binDir") ? Math.ceil(always / 4) : always, soaking);
}
