import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { systemBinaryFolders } from "./server/src/db/embedded-binaries.ts";
import { repeats } from "./server/src/test/soak.ts";

/** A worker keeps the modules that it has read for its next file: reading them anew was a third of all computing. */
const quick = { isolate: false, execArgv: [`--import=${new URL("server/src/drizzle-modules.ts", import.meta.url)}`] };

/** What comes in the end, on however slow a machine. */
const patient = { poll: { timeout: 30_000 } };

/** They end what hangs: no test is judged by them. */
const deadlines = { testTimeout: 120_000, hookTimeout: 120_000 };

const unit = { ...quick, ...deadlines, setupFiles: "./server/src/test/unexpected-errors.ts" };

/** Workers that keep two cores busy, though each waits now and then: for a page, for a database, or for a time to pass. */
const workers = Math.max(4, availableParallelism());

/** Tests that take the time: after all others, one a core, and alone where the promises themselves must hold. */
const timed = ["server/src/**/{speed,timing}.test.ts"];

/**
 * What takes longest begins first: what is begun last keeps one worker busy while the others have nothing left. Projects
 * follow each other without a pause, since a worker that changes between them reads all modules anew.
 */
const projectOrder = ["e2e", "server", "server-on-system-postgresql"];

/** The files that take longest in their project, longest first: a fresh clone knows no durations, and size tells little. */
const slowest = [
  "e2e/accounts",
  "e2e/admin-content",
  "e2e/wishlist",
  "e2e/visitor",
  "e2e/alerts",
  "e2e/admin-people",
  "e2e/start",
  "e2e/cluster",
  "server/src/http/time-attacks",
  "server/src/cli",
  "server/src/db/embedded",
  "server/src/games/export",
  "server/src/games/import",
  "server/src/cli/prices",
  "server/src/crash",
  "web/src/first-load",
].map((name) => join(import.meta.dirname, `${name}.test.ts`));

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) =>
      placeIn(projectOrder, project.name) * (slowest.length + 1) + placeIn(slowest, moduleId);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

/** Its index, or for what is not in the list the one after the last. */
function placeIn(list: readonly string[], name: string): number {
  const index = list.indexOf(name);
  return index < 0 ? list.length : index;
}

const serverTests = ["server/src/**/*.test.ts"];

/**
 * Files that show the same on every PostgreSQL run once: those that ask for no database or start the embedded one, and
 * those of the command line, whose commands have tests of their own, those of the API's description, and attacks on the
 * event loop.
 */
const withDatabase = globSync(serverTests, { cwd: import.meta.dirname }).filter(
  (file) =>
    !/(cli(\/(prices|backup))?|api-docs\/.+|time-attacks)\.test\.ts$/.test(file) &&
    /createTestDatabase|startTestApp/.test(readFileSync(join(import.meta.dirname, file), "utf8")),
);

const server = {
  ...unit,
  include: serverTests,
  exclude: timed,
  globalSetup: "./server/src/test/cluster.ts",
  expect: patient,
};

/**
 * With browsers and sites of their own. What a busy machine fails is tried once more, and named at the end of
 * `npm test`: it is a defect of the site or of the test all the same.
 */
const e2e = {
  ...quick,
  ...deadlines,
  include: ["e2e/**/*.test.ts"],
  globalSetup: "./e2e/prepare.ts",
  expect: patient,
  retry: repeats(1, 0),
};

const hasSystemServer = Boolean(process.env.TEST_DATABASE_URL) || (await systemBinaryFolders()).length > 0;
if (!hasSystemServer) {
  console.warn("Skipped server-on-system-postgresql: no programs in /usr/lib/postgresql and no TEST_DATABASE_URL");
}

// Two groups, one after the other: what takes the time comes when all else is done.
export default defineConfig({
  test: {
    // Of the many processes that tests start, each would compile the same code again.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, ".cache/compiled") },
    maxWorkers: workers,
    sequence: { sequencer: SlowestFirst },
    projects: [
      { test: { name: "contract", include: ["contract/src/**/*.test.ts"], ...unit } },
      { test: { name: "server", ...server } },
      ...(hasSystemServer ? [{ test: { name: "server-on-system-postgresql", ...server, include: withDatabase } }] : []),
      { test: { name: "web", include: ["web/src/**/*.test.{ts,tsx}"], ...unit } },
      { test: { name: "scripts", include: ["{scripts,deploy}/**/*.test.{ts,mjs}"], ...quick, ...deadlines } },
      { test: { name: "e2e", ...e2e } },
      {
        test: {
          name: "server-timed",
          ...server,
          include: timed,
          exclude: [],
          maxWorkers: repeats(2, 1),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
