// `npm run sbom -- <file>` writes the bill of materials of a release as CycloneDX JSON: every package that runs, with
// version, licence and checksum.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { ensureInstalled, root } from "./setup.mjs";

const file = process.argv[2];
const npm = process.env.npm_execpath;
if (!file || !npm) {
  console.error("Usage: npm run sbom -- lootwise.cdx.json");
  process.exit(1);
}
ensureInstalled();
const args = [npm, "sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--omit=dev"];
const done = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
if (done.status !== 0) {
  console.error(done.stderr || done.error?.message);
  process.exit(1);
}
const bill = JSON.parse(done.stdout);
// npm takes the name of the folder.
bill.metadata.component.name = "lootwise";
const path = resolve(process.env.INIT_CWD ?? ".", file);
writeFileSync(path, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${bill.components.length} packages in ${path}`);
