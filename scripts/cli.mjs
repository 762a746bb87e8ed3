import { run } from "./run.mjs";
import { ensureInstalled } from "./setup.mjs";

ensureInstalled();
run(["server/src/cli/main.ts", ...process.argv.slice(2)]);
