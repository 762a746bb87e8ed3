// `npm run docs` builds the documents as pages with a search into .cache/docs, and fails on dead links.
import { join } from "node:path";
import { run } from "./run.mjs";
import { ensureInstalled, root } from "./setup.mjs";

ensureInstalled();
run([join(root, "node_modules/vitepress/bin/vitepress.js"), "build", "docs", ...process.argv.slice(2)]);
