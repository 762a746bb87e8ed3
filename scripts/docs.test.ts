import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

test("every document is a page that can be searched, without links into the void", () => {
  const done = spawnSync(process.execPath, [join(root, "scripts/docs.mjs")], { cwd: root, encoding: "utf8" });
  expect(done.status, done.stdout + done.stderr).toBe(0);
  const built = join(root, ".cache/docs");
  const pages = globSync("**/*.html", { cwd: built });
  const documents = globSync("**/*.md", { cwd: join(root, "docs"), exclude: ["**/node_modules/**"] });
  expect(pages.length).toBe(documents.length + 1);
  expect(readFileSync(join(built, "index.html"), "utf8")).toContain("Running the site");
  const [index] = globSync("assets/chunks/@localSearchIndex*.js", { cwd: built });
  expect(readFileSync(join(built, index!), "utf8")).toContain("rollback");
  // nothing is loaded from elsewhere
  const asset = /<(?:script|link|img)[^>]+(?:src|href)="https?:[^"]*"/g;
  const outside = pages.flatMap((page) => readFileSync(join(built, page), "utf8").match(asset) ?? []);
  expect(outside).toEqual([]);
});
