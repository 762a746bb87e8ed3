import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Ask } from "./load.ts";
import { benchFolder } from "./process.ts";

/** The client that costs the least of those that there are. */
const program = "/usr/bin/wrk";

export const hasWrk = existsSync(program);

/** What came of some seconds. */
export interface Pressed {
  requests: number;
  errors: number;
}

const folder = join(benchFolder, "wrk");

/** Prepares requests, all of them GET, under a name; answers the script by which `wrk` makes them in turn. */
export async function writeRequests(name: string, asks: readonly Ask[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  const addresses = join(folder, `${name}.txt`);
  const script = join(folder, `${name}.lua`);
  await writeFile(addresses, asks.map(({ path }) => `${path}\n`).join(""));
  await writeFile(
    script,
    `local headers = { ["accept-encoding"] = "gzip, deflate, br, zstd" }
local requests = {}
function init()
  for path in io.lines(${JSON.stringify(addresses)}) do
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end
local nth = 0
function request()
  nth = nth % #requests + 1
  return requests[nth]
end
`,
  );
  return script;
}

/** Asks over so many connections, each as soon as it has its answer. */
export async function runWrk(
  url: string,
  script: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Pressed> {
  const flags = ["-t", "1", "-c", String(connections), "-d", `${seconds}s`, "--timeout", "30s", "-s", script];
  const { stdout } = await promisify(execFile)(program, [...flags, url]);
  const count = (pattern: RegExp) =>
    Array.from(pattern.exec(stdout)?.slice(1) ?? [], Number).reduce((sum, one) => sum + one, 0);
  return {
    requests: count(/(\d+) requests in/),
    errors: count(/Non-2xx or 3xx responses: (\d+)/) + count(/connect (\d+), read (\d+), write (\d+), timeout (\d+)/),
  };
}
