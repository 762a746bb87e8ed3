import { run } from "./run.mjs";
import { ensureInstalled } from "./setup.mjs";

ensureInstalled();
// Small steps of garbage collection: a command lives in little memory, however large the file it reads.
run(["--max-semi-space-size=8", "server/src/cli.ts", ...process.argv.slice(2)]);
