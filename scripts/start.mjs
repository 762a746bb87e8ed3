import { run } from "./run.mjs";
import { ensureBuilt, ensureInstalled } from "./setup.mjs";
import { siteFlags, siteMemory } from "./site-flags.mjs";

ensureInstalled();
ensureBuilt();
run([...siteFlags, "server/src/main.ts"], { env: { NODE_ENV: "production" }, linked: true, memory: siteMemory });
