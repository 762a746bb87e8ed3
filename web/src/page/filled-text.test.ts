import { expect, test } from "vitest";
import { fillNodes } from "./filled-text.tsx";

test.each([
  ["Tell me when {what} {how}.", ["Tell me when ", 1, " ", 2, "."]],
  ["{how}", [2]],
  ["Nothing", ["Nothing"]],
  ["{other} stays", ["{other}", " stays"]],
])("%j is filled as %j", (template, parts) => expect(fillNodes(template, { what: 1, how: 2 })).toEqual(parts));
