import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { node26, root } from "./setup.mjs";

const usualPaths = [
  // First, because it takes a third less CPU than a full browser.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a working Chromium: CHROME_PATH, an installed one, or one that it installs; otherwise null. */
export function ensureBrowser() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  const { chromium } = createRequire(join(root, "package.json"))("playwright-core");
  for (const install of [() => {}, installWithPlaywright, installWithApt]) {
    install();
    const found = [...usualPaths, chromium.executablePath()].find(works);
    if (found) return found;
  }
  return null;
}

/** False for a Chromium without its libraries, and for a stub that only explains how to install one. */
function works(path) {
  if (!existsSync(path)) return false;
  // On Windows, Chrome opens a window instead of printing its version.
  return process.platform === "win32" || spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0;
}

function installWithPlaywright() {
  console.error("Installing a browser for the tests …");
  spawnSync(node26, [join(root, "node_modules/playwright-core/cli.js"), "install", "chromium"], { stdio: "inherit" });
}

function installWithApt() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const options = {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  spawnSync("apt-get", ["update", "-qq"], options);
  const install = (name) => spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], options);
  if (install("chromium-headless-shell").status !== 0) install("chromium");
}
