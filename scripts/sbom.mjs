// Writes the bill of materials that goes with a release: every package that runs, with version, licence and checksum, as
// CycloneDX JSON. `npm run sbom -- <file>`
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { ensureInstalled, root } from "./setup.mjs";

const file = process.argv[2];
const npm = process.env.npm_execpath;
if (!file || !npm) {
  console.error("Say where to write it: npm run sbom -- lootwise.cdx.json");
  process.exit(1);
}
ensureInstalled();
const args = [npm, "sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--omit=dev"];
const made = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
if (made.status !== 0) {
  console.error(made.stderr || made.error?.message);
  process.exit(1);
}
const bill = JSON.parse(made.stdout);
// npm calls it by the folder that it lies in
bill.metadata.component.name = "lootwise";
const path = resolve(process.env.INIT_CWD ?? ".", file);
writeFileSync(path, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${bill.components.length} packages in ${path}`);
