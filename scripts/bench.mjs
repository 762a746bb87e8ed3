import { ensureBrowser } from "./browser.mjs";
import { run } from "./run.mjs";
import { ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
const args = process.argv.slice(2);
const env = { NODE_ENV: "production" };
if (!args.includes("--help")) {
  ensureBuilt();
  const parts = args.filter((arg) => /^[a-z]/.test(arg));
  const browser = parts.length === 0 || parts.includes("lighthouse") ? ensureBrowser() : null;
  if (browser) env.CHROME_PATH = browser;
}
run(["bench/run.ts", ...args], { env });
