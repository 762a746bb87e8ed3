import { expect, onTestFinished, test } from "vitest";
import { createTestFolder } from "../test/folder.ts";
import { type SiteProcess, startSiteProcess, stopSiteProcess } from "../test/site.ts";

const folder = await createTestFolder();
const dataDir = folder.path("data");

/** A second start reuses the data folder of the first. */
async function start(): Promise<SiteProcess> {
  const site = await startSiteProcess({ dataDir });
  onTestFinished(async () => void (await stopSiteProcess(site)));
  return site;
}

// retried, since other processes share the machine
test("a warm start is ready within 3 seconds", { retry: 3 }, async () => {
  await stopSiteProcess(await start());
  const { readyMs } = await start();
  expect(readyMs).toBeLessThan(3_000);
});
