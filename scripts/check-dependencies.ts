// What we build on may be used as we use it, and runs code on nobody's machine unless package.json names it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** A package as the lock file has it. */
interface Locked {
  license?: string;
  hasInstallScript?: boolean;
  link?: boolean;
}

/** The lock file's packages, by their path. */
export type Packages = Record<string, Locked>;

/** Licences of what may be built on, and shipped with us as it is. */
const licences = new Set([
  ...["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0"],
  ...["PSF-2.0", "Python-2.0", "Unlicense", "Zlib"],
  // of files that we do not change
  "MPL-2.0",
  // of a font, and of data about browsers
  ...["OFL-1.1", "CC-BY-4.0"],
  // of libvips, a library of its own beside sharp
  "LGPL-3.0-or-later",
]);

/** Everything that breaks the rules, one line each. `allowScripts` is package.json's: names, and whether they may run. */
export function findProblems(packages: Packages, allowScripts: Record<string, boolean>): string[] {
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
  const named = installed.map(([path, locked]) => ({ name: path.replace(/^.*node_modules\//, ""), ...locked }));
  const names = new Set(named.map(({ name }) => name));
  return [
    ...named.flatMap(({ name, license }) =>
      isAllowed(license) ? [] : [`${name}: its licence, ${license ?? "none"}, is not on the list`],
    ),
    ...named.flatMap(({ name, hasInstallScript }) =>
      hasInstallScript && !(name in allowScripts)
        ? [`${name}: has an install script that allowScripts in package.json does not speak of`]
        : [],
    ),
    ...Object.keys(allowScripts)
      .filter((name) => !names.has(name))
      .map((name) => `${name}: allowScripts in package.json speaks of it, but nothing depends on it`),
  ];
}

/** Whether an SPDX expression leaves us a licence on the list: one of several, or all of them. Others are refused. */
export function isAllowed(expression = ""): boolean {
  const terms = expression.replace(/^\((.*)\)$/, "$1");
  if (terms.includes(" OR ")) return terms.split(" OR ").some(isAllowed);
  return terms.split(" AND ").every((licence) => licences.has(licence));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));
  const problems = findProblems(read("package-lock.json").packages, read("package.json").allowScripts);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
