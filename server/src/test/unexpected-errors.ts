import { afterEach, beforeEach } from "vitest";
import { undeclared } from "./undeclared.ts";

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

afterEach(() => {
  const problems = new Set(undeclared.splice(0));
  if (problems.size > 0) throw new Error(`Against the OpenAPI document:\n${[...problems].join("\n")}`);
});
