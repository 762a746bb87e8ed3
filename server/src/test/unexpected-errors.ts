import { afterEach, beforeEach } from "vitest";

/** Noise hides the next real error: a test that makes some on purpose replaces `console.error` itself. */
const original = console.error;
let noise: unknown[][] = [];

beforeEach(() => {
  noise = [];
  console.error = (...words) => {
    noise.push(words);
    original(...words);
  };
});

afterEach(() => {
  console.error = original;
  if (noise.length > 0)
    throw new Error(`console.error was called: ${noise.map((words) => words.join(" ")).join("; ")}`);
});
