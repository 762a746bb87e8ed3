import { mkdir, readdir, writeFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { backUpWhenDue, backupJobs, listBackups } from "./jobs.ts";

const { url } = await createTestDatabase({ texts: false });
const connection = { connectionString: url };
const folder = await createTestFolder();
const home = folder.path("backups");

const names = async () => (await readdir(home)).sort();

test("one a day, of which the newest stay; other files in the folder are not touched", {
  timeout: 120_000,
}, async () => {
  for (const time of ["2026-03-01T03:07:09", "2026-03-01T04:07:00", "2026-03-02T03:07:02", "2026-03-04T11:07:00"]) {
    await backUpWhenDue(connection, home, 2, new Date(`${time}.123Z`));
    if (time.startsWith("2026-03-01T03")) {
      await mkdir(`${home}/mine`);
      await mkdir(`${home}/lootwise-2026-02-01T03-07-00Z.unfinished`);
      await writeFile(`${home}/lootwise-2026-02-02T03-07-00Z.unfinished`, "");
    }
  }
  expect(await names()).toEqual(["lootwise-2026-03-02T03-07-02Z", "lootwise-2026-03-04T11-07-00Z", "mine"]);
  expect((await listBackups(home)).map(({ createdAt }) => createdAt.toISOString())).toEqual([
    "2026-03-04T11:07:00.000Z",
    "2026-03-02T03:07:02.000Z",
  ]);
});

test("after the clock was a month ahead, backups are still created once a day", async () => {
  const backup = await backUpWhenDue(connection, home, 2, new Date("2026-02-04T11:07:00Z"));
  expect(backup).toMatch(/lootwise-2026-02-04T11-07-00Z$/);
  expect(await backUpWhenDue(connection, home, 2, new Date("2026-02-04T12:07:00Z"))).toBeNull();
  expect(await names()).toEqual(["lootwise-2026-02-04T11-07-00Z", "lootwise-2026-03-04T11-07-00Z", "mine"]);
});

test("a failure is logged, takes no older backup away, and is not the last try", async () => {
  const log = { info: vi.fn(), error: vi.fn() };
  const env = { backupDir: home, backupKeep: 1 };
  const [broken] = backupJobs({ connection: { host: "127.0.0.1", port: 1 }, env, log: log as never });
  await expect(broken!.run({}, "")).rejects.toThrow("ECONNREFUSED");
  expect(log.error).toHaveBeenCalledWith(expect.anything(), "backup failed; retrying within the hour");
  expect(await names()).toHaveLength(3);
  const [mended] = backupJobs({ connection, env, log: log as never });
  await mended!.run({}, "");
  expect(log.info).toHaveBeenCalledWith({ folder: expect.stringMatching(/lootwise-20/) }, "backup written");
  expect(await names()).toHaveLength(2);
});

test("without a folder there are none", () => {
  expect(backupJobs({ connection, env: { backupDir: undefined, backupKeep: 1 }, log: {} as never })).toEqual([]);
});
