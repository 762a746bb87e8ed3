import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { systemBinaryFolders } from "./server/src/db/embedded-binaries.ts";

const unexpectedErrors = "./server/src/test/unexpected-errors.ts";

/** What comes in the end, on however slow a machine. */
const patient = { poll: { timeout: 10_000 } };

/** Tests that take the time: each has the machine to itself, after all others. */
const timed = ["server/src/**/{speed,timing}.test.ts"];

const server = {
  include: ["server/src/**/*.test.ts"],
  exclude: timed,
  globalSetup: "./server/src/test/cluster.ts",
  setupFiles: unexpectedErrors,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: patient,
};

/** With browsers and sites of their own. */
const e2e = {
  // A browser, a site and its database share the machine with another three: the report says what took two tries.
  retry: 1,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: patient,
};
const startTest = "e2e/start.test.ts";

const hasSystemServer = Boolean(process.env.TEST_DATABASE_URL) || (await systemBinaryFolders()).length > 0;
if (!hasSystemServer) {
  console.warn("Skipped server-on-system-postgresql: no programs in /usr/lib/postgresql and no TEST_DATABASE_URL");
}

// Groups run one after the other; most tests wait for a database or a browser, so that two share even a single core well.
export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: "contract", include: ["contract/src/**/*.test.ts"], setupFiles: unexpectedErrors } },
      { test: { name: "server", ...server } },
      ...(hasSystemServer ? [{ test: { name: "server-on-system-postgresql", ...server } }] : []),
      { test: { name: "web", include: ["web/src/**/*.test.{ts,tsx}"], setupFiles: unexpectedErrors } },
      { test: { name: "scripts", include: ["scripts/**/*.test.{ts,mjs}"], testTimeout: 30_000 } },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          exclude: [startTest],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          ...e2e,
        },
      },
      { test: { name: "start", include: [startTest], maxWorkers: 1, sequence: { groupOrder: 2 }, ...e2e } },
      {
        test: {
          name: "server-timed",
          ...server,
          include: timed,
          exclude: [],
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
