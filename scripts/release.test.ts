import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, onTestFinished, test } from "vitest";

const script = fileURLToPath(new URL("release.mjs", import.meta.url));
let folder: string;

const read = (name: string) => readFileSync(join(folder, name), "utf8");
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();

function commit() {
  git("add", "--all");
  git("commit", "--quiet", "--message", "change");
}

function release(...args: string[]) {
  const { npm_execpath, ...env } = process.env;
  const done = spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: "utf8", env });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

const packageOf = (name: string, more = {}) => `${JSON.stringify({ name, version: "1.0.0", ...more }, null, 2)}\n`;

const changelog = `# Changelog

## [Unreleased]

### Added

- Shelves

## [1.0.0] - 2026-01-01

- First
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "release-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "part"));
  const scripts = { test: "node --eval 0", record: "node --eval 'fs.writeFileSync(\"recorded\", process.argv[1])'" };
  write("package.json", packageOf("whole", { workspaces: ["part"], scripts }));
  write("part/package.json", packageOf("part"));
  write(
    "package-lock.json",
    packageOf("whole", { packages: { "": { version: "1.0.0" }, part: { version: "1.0.0" } } }),
  );
  write(".gitignore", ".cache\n");
  write("CHANGELOG.md", changelog);
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "Ann");
  git("config", "user.email", "ann@example.com");
  commit();
});

test("a release moves versions and the heading, commits and tags", () => {
  const { code, out } = release("1.1.0");
  expect(code).toBe(0);
  expect(out).toMatch(/Tagged v1\.1\.0\. Publish it with: git push --atomic origin main v1\.1\.0\n$/);
  const today = new Date().toISOString().slice(0, 10);
  expect(read("CHANGELOG.md")).toBe(
    changelog.replace("## [Unreleased]\n", `## [Unreleased]\n\n## [1.1.0] - ${today}\n`),
  );
  const versions = ["package.json", "part/package.json"].map((name) => JSON.parse(read(name)).version);
  expect(versions).toEqual(["1.1.0", "1.1.0"]);
  const lock = JSON.parse(read("package-lock.json"));
  expect([lock.version, lock.packages[""].version, lock.packages.part.version]).toEqual(["1.1.0", "1.1.0", "1.1.0"]);
  expect(read("recorded")).toBe("1.1.0");
  expect(git("status", "--porcelain")).toBe("");
  expect(git("tag", "--list", "--format=%(refname:short) %(objecttype) %(contents)")).toBe(
    "v1.1.0 tag 1.1.0\n\n### Added\n\n- Shelves",
  );
  expect(release("1.1.0").err).toBe("There is a tag v1.1.0 already\n");
  expect(release("1.2.0").err).toMatch(/says nothing under Unreleased/);
});

test("a dry run changes nothing", () => {
  const { code, out } = release("2.0.0", "--dry-run");
  expect(code).toBe(0);
  expect(out).toMatch(/^1\.0\.0 becomes 2\.0\.0 with these notes:\n\n### Added\n\n- Shelves\n/);
  expect(git("status", "--porcelain")).toBe("");
  expect(git("tag", "--list")).toBe("");
});

test.each([
  ["a version that is none", () => release("1.1"), /^Usage/],
  ["an unknown option", () => release("1.1.0", "--dryrun"), /^Usage/],
  ["a second version", () => release("1.1.0", "1.2.0"), /^Usage/],
  ["a lower version", () => release("0.9.0"), /^0\.9\.0 is below the present version 1\.0\.0/],
  [
    "a changed tree",
    () => {
      write("left", "over");
      return release("1.1.0");
    },
    /^The working tree has changes/,
  ],
  [
    "another branch",
    () => {
      git("switch", "--quiet", "--create", "topic");
      return release("1.1.0");
    },
    /on the branch main/,
  ],
  [
    "a failing test",
    () => {
      write("package.json", read("package.json").replace("--eval 0", "--eval process.exit(1)"));
      commit();
      return release("1.1.0");
    },
    /npm test failed; nothing was released/,
  ],
  [
    "a step that fails after files have changed",
    () => {
      write("package.json", read("package.json").replace("fs.write", "fs.none"));
      commit();
      return release("1.1.0");
    },
    /npm run --if-present record -- 1\.1\.0 failed/,
  ],
])("%s is refused, and everything stays", (_, act, message) => {
  const { code, err } = act();
  expect(code).toBe(1);
  expect(err).toMatch(message);
  expect(git("tag", "--list")).toBe("");
  expect(JSON.parse(read("package.json")).version).toBe("1.0.0");
  expect(read("CHANGELOG.md")).toBe(changelog);
});
