import { ensureBrowser } from "./browser.mjs";
import { run } from "./run.mjs";
import { ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
const args = process.argv.slice(2);
const parts = args.filter((arg) => /^[a-z]/.test(arg));
const isHelp = args.includes("--help");
const withBrowser = !isHelp && (parts.length === 0 || parts.includes("lighthouse"));
if (!isHelp) ensureBuilt();
const browser = withBrowser ? ensureBrowser() : null;
run(["bench/run.ts", ...args], { env: { NODE_ENV: "production", ...(browser && { CHROME_PATH: browser }) } });
