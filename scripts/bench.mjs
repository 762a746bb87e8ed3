import { run } from "./run.mjs";
import { ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
run(["bench/run.ts", ...process.argv.slice(2)], { env: { NODE_ENV: "production" } });
