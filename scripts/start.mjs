import { run } from "./run.mjs";
import { ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
run(["server/src/app/main.ts"], { env: { NODE_ENV: "production" }, linked: true });
