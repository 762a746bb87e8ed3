import { run } from "./run.mjs";
import { ensureBuilt, ensureInstalled } from "./setup.mjs";
import { siteMemory } from "./site-flags.mjs";

ensureInstalled();
ensureBuilt();
run(["deploy/cluster/run.ts", ...process.argv.slice(2)], {
  env: { NODE_ENV: "production" },
  linked: true,
  memory: siteMemory,
});
