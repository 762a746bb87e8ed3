import { expect, test } from "vitest";
import { findProblems, isAllowed } from "./check-dependencies.ts";

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-only)", true],
  ["Apache-2.0 AND LGPL-3.0-or-later AND MIT", true],
  ["MIT AND GPL-3.0-only", false],
  ["GPL-3.0-only", false],
  ["SEE LICENSE IN LICENSE.md", false],
  ["", false],
  [undefined, false],
])("the licence %s", (expression, allowed) => {
  expect(isAllowed(expression)).toBe(allowed);
});

test("a licence that is not on the list, and an install script that nobody named, are problems", () => {
  const packages = {
    "": {},
    "server/node_modules/server": { link: true },
    "node_modules/fine": { license: "MIT" },
    "node_modules/named": { license: "MIT", hasInstallScript: true },
    "node_modules/forbidden": { license: "MIT", hasInstallScript: true },
    "node_modules/fine/node_modules/@some/script": { license: "MIT", hasInstallScript: true },
    "node_modules/copyleft": { license: "AGPL-3.0-only" },
  };
  expect(findProblems(packages, { named: true, forbidden: false, gone: true })).toEqual([
    "copyleft: its licence, AGPL-3.0-only, is not on the list",
    "@some/script: has an install script that allowScripts in package.json does not speak of",
    "gone: allowScripts in package.json speaks of it, but nothing depends on it",
  ]);
});
