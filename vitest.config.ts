import { defineConfig } from "vitest/config";
import { systemBinaryFolders } from "./server/src/db/embedded-binaries.ts";

const unexpectedErrors = "./server/src/test/unexpected-errors.ts";

const server = {
  include: ["server/src/**/*.test.ts"],
  globalSetup: "./server/src/test/cluster.ts",
  setupFiles: unexpectedErrors,
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

const hasSystemServer = Boolean(process.env.TEST_DATABASE_URL) || (await systemBinaryFolders()).length > 0;
if (!hasSystemServer) {
  console.warn("Skipped server-on-system-postgresql: no programs in /usr/lib/postgresql and no TEST_DATABASE_URL");
}

export default defineConfig({
  test: {
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
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // What a page shows in the end, on however slow a machine.
          expect: { poll: { timeout: 10_000 } },
          // Browsers and sites of their own, measured in time: they run after everything else, one file at a time.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
