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
])("licence %s: allowed is %s", (expression, allowed) => {
  expect(isAllowed(expression)).toBe(allowed);
});

test("licences off the list, unknown addresses, unlisted install scripts and stale entries are reported", () => {
  const resolved = "https://registry.npmjs.org/package.tgz";
  const packages = {
    "": {},
    "server/node_modules/server": { link: true },
    "node_modules/fine": { resolved, license: "MIT" },
    "node_modules/named": { resolved, license: "MIT", hasInstallScript: true },
    "node_modules/forbidden": { resolved, license: "MIT", hasInstallScript: true },
    "node_modules/fine/node_modules/@some/script": { resolved, license: "MIT", hasInstallScript: true },
    "node_modules/copyleft": { resolved, license: "AGPL-3.0-only" },
    "node_modules/unknown": { license: "MIT" },
    "node_modules/elsewhere": { resolved: "https://elsewhere.test/package.tgz", license: "MIT" },
  };
  expect(findProblems(packages, { named: true, forbidden: false, gone: true })).toEqual([
    "copyleft: licence AGPL-3.0-only is not allowed",
    'unknown: "resolved" in package-lock.json must begin with https://registry.npmjs.org/',
    'elsewhere: "resolved" in package-lock.json must begin with https://registry.npmjs.org/',
    "@some/script: has an install script; list it in allowScripts of package.json",
    "gone: is in allowScripts of package.json, but nothing depends on it",
  ]);
});
