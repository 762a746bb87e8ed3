import { run } from "./run.mjs";
import { ensureBuilt, ensureInstalled } from "./setup.mjs";
import { siteFlags } from "./site-flags.mjs";

ensureInstalled();
ensureBuilt();
run([...siteFlags, "server/src/app/main.ts"], { env: { NODE_ENV: "production" }, linked: true });
