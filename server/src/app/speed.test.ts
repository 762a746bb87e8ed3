import { expect, onTestFinished, test } from "vitest";
import { createTestFolder } from "../test/folder.ts";
import { type SiteProcess, startSiteProcess, stopSiteProcess } from "../test/site.ts";

const folder = await createTestFolder();
const dataDir = folder.path("data");

/** With what the first start leaves in the data folder. */
async function start(): Promise<SiteProcess> {
  const site = await startSiteProcess({ dataDir });
  onTestFinished(async () => void (await stopSiteProcess(site)));
  return site;
}

// Tried again, since it shares the machine with whatever else runs.
test("a warm start responds within 3 seconds", { retry: 3 }, async () => {
  await stopSiteProcess(await start());
  const { readyMs } = await start();
  expect(readyMs).toBeLessThan(3_000);
});
