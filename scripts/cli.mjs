import { run } from "./run.mjs";
import { ensureInstalled } from "./setup.mjs";

ensureInstalled();
run(["server/src/cli.ts", ...process.argv.slice(2)]);
