import { run } from "./run.mjs";
import { ensureInstalled } from "./setup.mjs";
import { siteFlags } from "./site-flags.mjs";

ensureInstalled();
run([...siteFlags, "server/src/cli/main.ts", ...process.argv.slice(2)]);
