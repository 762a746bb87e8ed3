import { ensureBrowser } from "./browser.mjs";
import { run } from "./run.mjs";
import { ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
const args = process.argv.slice(2);
const browser = args.some((arg) => arg.includes("lighthouse")) ? ensureBrowser() : null;
run(["bench/run.ts", ...args], { env: { NODE_ENV: "production", ...(browser && { CHROME_PATH: browser }) } });
