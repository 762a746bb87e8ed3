import { run } from "./run.mjs";
import { ensureInstalled } from "./setup.mjs";

ensureInstalled();
// Small steps of garbage collection, and no heap far above what is in use: a command lives in little memory, however large
// the file it reads.
run(["--max-semi-space-size=8", "--heap-growing-percent=30", "server/src/cli.ts", ...process.argv.slice(2)]);
