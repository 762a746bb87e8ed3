import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { systemBinaryFolders } from "./server/src/platform/db/embedded/embedded-binaries.ts";
import { repeats } from "./server/src/test/processes/soak.ts";
import { icons } from "./web/build/icons.ts";

/**
 * Workers reuse loaded modules for their next file, because loading takes a third of the CPU time. Node loads them as
 * in production; Vite would transform each of them once per project. Most of what a test makes is garbage soon: with
 * more room for it, collecting it takes a tenth less of the time.
 */
const inNode = {
  isolate: false,
  execArgv: ["--min-semi-space-size=32"],
  experimental: { viteModuleRunner: false as const, nodeLoader: false },
};

/** For components, which Node cannot load. */
const withVite = { experimental: {} };

/** Long enough for a slow machine; it only ends tests that hang. */
const expectOptions = { poll: { timeout: 30_000 } };

/** They only end tests that hang. `npm run soak` sets longer ones. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 };

const unit = { ...inNode, ...timeouts, setupFiles: "./server/src/test/unexpected-errors.ts" };

/** More than two on two cores, because workers often wait for pages and databases. */
const workers = Math.max(4, availableParallelism());

/** Tests that measure time run after all others, one per core; in `npm run soak` one at a time. */
const timed = ["server/src/**/{speed,timing}.test.ts"];

/** Starts several processes, which need both cores: it runs alone, last. */
const startTime = "server/src/app/speed.test.ts";

/**
 * Long tests start first, and projects follow each other, because a worker reloads all modules for another project.
 * Those of short tests fill the gaps between the others.
 */
const projectOrder = ["e2e", "scripts", "contract", "web", "server-on-system-postgresql", "server"];

/** The slowest files of each project, slowest first. A fresh clone has no recorded durations. */
const slowest = [
  "e2e/every-page",
  "e2e/cluster",
  "e2e/languages",
  "e2e/my-stores",
  "e2e/second-factor",
  "e2e/wishlist",
  "e2e/filters",
  "e2e/notifications",
  "e2e/admin-strings",
  "e2e/early-visitor",
  "e2e/profile",
  "e2e/visitor",
  "e2e/lists",
  "e2e/reflow",
  "e2e/provider-sign-in",
  "e2e/start",
  "server/src/platform/http/security/time-attacks",
  "server/src/cli/main",
  "server/src/platform/db/embedded/embedded",
  "server/src/features/games/export",
  "server/src/features/imports/real-files",
  "server/src/cli/prices",
  "server/src/app/crash",
  "web/src/app/first-load",
].map((name) => join(import.meta.dirname, `${name}.test.ts`));

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) =>
      rankIn(projectOrder, project.name) * (slowest.length + 1) + rankIn(slowest, moduleId);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

/** The index in the list; its length for other names. */
function rankIn(list: readonly string[], name: string): number {
  const index = list.indexOf(name);
  return index < 0 ? list.length : index;
}

const serverTests = ["server/src/**/*.test.ts"];

/** Tests whose subject is the database; `npm run soak` runs all of them on an installed PostgreSQL as well. */
const databaseTests = [
  "platform/db/migrate", // migrations and upgrades
  ...repeats<readonly string[]>(
    [],
    [
      "app/two-processes", // locks, notifications
      "platform/db/changes/*", // notifications
      "platform/db/*", // roles
      "platform/backup/{backup,jobs}", // copies and restores
      "platform/http/limits/shared-limit", // concurrent updates
      "app/start-together", // locks
      "features/prices/history/*", // partitions, plans
      "features/prices/offers/commands", // concurrent writes
      "features/catalogue/merge/commands-merge", // locking, foreign keys
      "features/games/read-model/follow", // SQL compared with the read model
      "features/{audit/queries-verify,content-strings/commands-import}", // locking
      "test/database",
    ],
  ),
].map((path) => `server/src/${path}.test.ts`);

for (const path of databaseTests) {
  if (globSync(path, { cwd: import.meta.dirname }).length === 0) throw new Error(`No test file matches ${path}`);
}

const server = {
  ...unit,
  include: serverTests,
  exclude: timed,
  globalSetup: "./server/src/test/cluster.ts",
  expect: expectOptions,
};

/** Browser tests. A failed one is retried once and reported at the end of `npm test`. */
const e2e = {
  ...inNode,
  ...timeouts,
  include: ["e2e/**/*.test.ts"],
  globalSetup: "./e2e/prepare.ts",
  expect: expectOptions,
  retry: repeats(1, 0),
};

const hasSystemServer = Boolean(process.env.TEST_DATABASE_URL) || (await systemBinaryFolders()).length > 0;
if (!hasSystemServer) {
  console.warn("Skipped server-on-system-postgresql: nothing in /usr/lib/postgresql and no TEST_DATABASE_URL");
}

/** The main ways of visitors and members, which `npm run soak` also runs on a site at a path. */
const mainWays = [
  ...["visitor", "wishlist", "wishlist-hearts-and-order", "sign-in", "registration", "profile", "deals", "game-page"],
  ...["filters", "lists", "alerts", "notifications", "library", "languages", "early-visitor", "admin-panel"],
].map((name) => `e2e/${name}.test.ts`);

export default defineConfig({
  test: {
    // Shared by the processes that tests start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, ".cache/compiled") },
    maxWorkers: workers,
    // "(soak)" ends names of tests that only `npm run soak` runs: variants of what others show, or the server's check
    ...(process.env.SOAK ? {} : { testNamePattern: /^(?!.*\(soak\)$)/ }),
    sequence: { sequencer: SlowestFirst },
    projects: [
      { test: { name: "contract", include: ["contract/src/**/*.test.ts"], ...unit } },
      { test: { name: "server", ...server } },
      ...(hasSystemServer
        ? [{ test: { name: "server-on-system-postgresql", ...server, include: databaseTests } }]
        : []),
      { plugins: [icons()], test: { name: "web", include: ["web/src/**/*.test.{ts,tsx}"], ...unit, ...withVite } },
      { test: { name: "scripts", include: ["{scripts,deploy}/**/*.test.{ts,mjs}"], ...inNode, ...timeouts } },
      { test: { name: "e2e", ...e2e } },
      ...(repeats(0, 1) === 1
        ? [{ test: { name: "e2e-at-path", ...e2e, include: mainWays, env: { TEST_BASE_PATH: "/games-prices" } } }]
        : []),
      {
        test: {
          name: "server-timed",
          ...server,
          include: timed,
          exclude: [startTime],
          maxWorkers: repeats(2, 1),
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "server-start",
          ...server,
          include: [startTime],
          exclude: [],
          // it brings its own database
          globalSetup: [],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
