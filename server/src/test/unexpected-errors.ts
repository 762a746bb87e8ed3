import { afterEach, beforeEach } from "vitest";
import { undeclared } from "./hostile/undeclared.ts";

/** Calls of `console.error` fail a test. A test that expects them replaces it. */
const original = console.error;
let calls: unknown[][] = [];

beforeEach(() => {
  calls = [];
  console.error = (...args) => {
    calls.push(args);
    original(...args);
  };
});

afterEach(() => {
  console.error = original;
  if (calls.length > 0) throw new Error(`console.error was called: ${calls.map((args) => args.join(" ")).join("; ")}`);
});

afterEach(() => {
  const problems = new Set(undeclared.splice(0));
  if (problems.size > 0) throw new Error(`Not in the OpenAPI document:\n${[...problems].join("\n")}`);
});
