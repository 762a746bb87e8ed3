import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createTestFolder } from "../../test/folder.ts";
import { machine, type Sizes, sizesFor } from "./sizes.ts";

const gigabyte = 1024 ** 3;

const columns = [
  "sharedBuffersMb",
  "workMemMb",
  "maxConnections",
  "maintenanceMb",
  "connections",
  "priceBooksMb",
  "pageCacheMb",
  "responseCacheMb",
  "resultCacheMb",
  "passwordThreads",
  "pictureThreads",
] satisfies (keyof Sizes)[];

test.each([
  [0.5, 1, [32, 4, 50, 32, 5, 64, 8, 4, 4, 1, 1]],
  [1, 1, [64, 4, 64, 64, 5, 128, 16, 8, 4, 1, 1]],
  [2, 2, [128, 8, 100, 128, 8, 256, 32, 16, 8, 1, 2]],
  [4, 4, [256, 16, 100, 256, 8, 512, 48, 24, 16, 2, 2]],
  [32, 16, [1_024, 16, 100, 256, 8, 512, 96, 24, 16, 2, 2]],
])("sizes for %s GB and %s processors", (memory, processors, expected) => {
  const sizes = sizesFor({ memoryBytes: memory * gigabyte, processors });
  expect(columns.map((name) => sizes[name])).toEqual(expected);
  expect(Object.keys(sizes).toSorted()).toEqual(columns.toSorted());
  // what the kernel takes makes no difference
  expect(sizesFor({ memoryBytes: 0.94 * memory * gigabyte, processors }).priceBooksMb).toBe(sizes.priceBooksMb);
});

test("the machine is finite", () => {
  expect(machine.memoryBytes).toBeLessThan(2 ** 50);
  expect(machine.processors).toBeGreaterThan(0);
});

const canMount = process.getuid?.() === 0 && spawnSync("unshare", ["--mount", "true"]).status === 0;
if (!canMount) console.warn("Skipped tests of limits of containers: this user cannot mount folders");

const folder = await createTestFolder();

// Linux only, as the command is
test.skipIf(!canMount).each([
  [
    "2",
    "0::/",
    { "memory.max": gigabyte, "memory.high": "max", "cpu.max": "150000 100000", "cgroup.controllers": "cpu memory" },
  ],
  [
    "1",
    "2:memory:/\n1:cpu,cpuacct:/",
    {
      "memory/memory.limit_in_bytes": gigabyte,
      "memory/memory.soft_limit_in_bytes": 2 ** 62,
      "cpu/cpu.cfs_quota_us": 150_000,
      "cpu/cpu.cfs_period_us": 100_000,
    },
  ],
])("the limits of a container count: cgroups, version %s", (version, membership, files) => {
  const group = folder.path(version);
  for (const [name, content] of Object.entries({ ...files, membership })) {
    mkdirSync(dirname(`${group}/${name}`), { recursive: true });
    writeFileSync(`${group}/${name}`, `${content}\n`);
  }
  const module = fileURLToPath(new URL("sizes.ts", import.meta.url));
  const print = `import(${JSON.stringify(module)}).then(({ machine }) => console.log(JSON.stringify(machine)))`;
  const show = 'mount --bind "$1" /sys/fs/cgroup && mount --bind "$1/membership" /proc/$$/cgroup && exec "$2" -e "$3"';
  const args = ["--mount", "sh", "-c", show, "sh", group, process.execPath, print];
  const { stdout, stderr } = spawnSync("unshare", args, { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({ memoryBytes: gigabyte, processors: 1 });
});
