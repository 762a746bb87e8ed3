// `npm run record -- 1.2.0` records a small database of this version, which the tests of later ones upgrade.
import { run } from "./run.mjs";
import { ensureBuilt, ensureInstalled } from "./setup.mjs";

const version = process.argv[2];
if (!/^\d+\.\d+\.\d+$/.test(version ?? "")) {
  console.error("Usage: npm run record -- 1.2.0");
  process.exit(1);
}
ensureInstalled();
ensureBuilt();
run(["server/src/test/releases/record.ts", version]);
