import { run } from "./run.mjs";
import { ensureInstalled } from "./setup.mjs";

ensureInstalled();
run(["--watch", "--watch-preserve-output", "server/src/main.ts"], { env: { NODE_ENV: "development" } });
