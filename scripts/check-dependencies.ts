// Checks that every dependency has an allowed licence and a known address, and that package.json lists every install
// script.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { report, root } from "./sources.ts";

/** The lock file's packages, by path. */
export type Packages = Record<string, Locked>;

type Locked = { license?: string; resolved?: string; hasInstallScript?: boolean; link?: boolean };

/** Packages come from here, or from what npm is set to use instead. */
const registry = "https://registry.npmjs.org/";

const licences = new Set([
  ...["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0"],
  ...["PSF-2.0", "Python-2.0", "Unlicense", "Zlib"],
  // Files that we do not change.
  "MPL-2.0",
  // A font, and data about browsers.
  ...["OFL-1.1", "CC-BY-4.0"],
  // libvips, a separate library that sharp links.
  "LGPL-3.0-or-later",
]);

/** One line for each violation. `allowScripts` of package.json maps a package to whether its script may run. */
export function findProblems(packages: Packages, allowScripts: Record<string, boolean>): string[] {
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
  const named = installed.map(([path, locked]) => ({ name: path.replace(/^.*node_modules\//, ""), ...locked }));
  const names = new Set(named.map(({ name }) => name));
  return [
    ...named.flatMap(({ name, license }) =>
      isAllowed(license) ? [] : [`${name}: licence ${license ?? "none"} is not allowed`],
    ),
    // Without it npm first asks for all versions of each package, which takes longer than unpacking them.
    ...named.flatMap(({ name, resolved }) =>
      resolved?.startsWith(registry) ? [] : [`${name}: "resolved" in package-lock.json must begin with ${registry}`],
    ),
    ...named.flatMap(({ name, hasInstallScript }) =>
      hasInstallScript && !(name in allowScripts)
        ? [`${name}: has an install script; list it in allowScripts of package.json`]
        : [],
    ),
    ...Object.keys(allowScripts)
      .filter((name) => !names.has(name))
      .map((name) => `${name}: is in allowScripts of package.json, but nothing depends on it`),
  ];
}

/** Whether an SPDX expression allows use under the licences above. Expressions that mix AND and OR are rejected. */
export function isAllowed(expression = ""): boolean {
  const terms = expression.replace(/^\((.*)\)$/, "$1");
  if (terms.includes(" OR ")) return terms.split(" OR ").some(isAllowed);
  return terms.split(" AND ").every((licence) => licences.has(licence));
}

if (import.meta.main) {
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));
  report(findProblems(read("package-lock.json").packages, read("package.json").allowScripts));
}
