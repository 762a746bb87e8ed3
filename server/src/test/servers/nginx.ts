import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { brand } from "contract/brand.ts";
import { onTestFinished } from "vitest";
import { freePort } from "./free-port.ts";

const program = "/usr/sbin/nginx";

export const hasNginx = existsSync(program);
if (!hasNginx) console.warn(`Skipped the tests of a shared cache: ${program} is not installed`);

/**
 * Starts a shared cache in front of `upstream`, with `x-cache` in responses; stopped after the test. Returns its URL.
 */
export async function startNginx(upstream: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${brand.slug}-nginx-`));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await writeFile(join(folder, "nginx.conf"), configuration(folder, port, upstream));
  const child = spawn(program, ["-p", folder, "-c", "nginx.conf", "-e", "stderr"], { stdio: "ignore" });
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    await rm(folder, { recursive: true, force: true });
  });
  while (!(await fetch(url).then(Boolean, () => false))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    await delay(20);
  }
  return url;
}

const configuration = (folder: string, port: number, upstream: string) => `
${process.getuid?.() === 0 ? "user root;" : ""}
daemon off;
pid ${folder}/nginx.pid;
worker_processes 1;
events {}
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((of) => `${of}_temp_path ${folder}/${of};`).join(" ")}
  proxy_cache_path ${folder}/cache keys_zone=site:1m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${upstream};
      proxy_http_version 1.1;
      proxy_cache site;
      proxy_cache_revalidate on;
      proxy_cache_background_update on;
      add_header x-cache $upstream_cache_status always;
    }
  }
}
`;
