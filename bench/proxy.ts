import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../server/src/test/free-port.ts";
import { benchFolder, repository } from "./process.ts";

export interface Proxy {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

const program = "/usr/sbin/nginx";
const template = join(repository, "deploy/nginx.conf.template");

/** Why there can be no proxy; `null` when there can. */
export function whyNoProxy(): string | null {
  if (!existsSync(program)) return `there is no ${program}`;
  return existsSync(template) ? null : `there is no ${template}`;
}

/** nginx as it is deployed, with an empty cache, in front of these processes. Resolves when it answers. */
export async function startProxy(sites: readonly string[]): Promise<Proxy> {
  const folder = join(benchFolder, "nginx");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const listen = `127.0.0.1:${await freePort()}`;
  await writeFile(join(folder, "nginx.conf"), configuration(folder, listen, sites));
  const child = spawn(program, ["-p", folder, "-c", "nginx.conf", "-e", "error.log"], { stdio: "ignore" });
  const ended = once(child, "exit");
  const url = `http://${listen}`;
  while (!(await fetch(url).then(Boolean, () => false))) {
    if (child.exitCode !== null) throw new Error(readFileSync(join(folder, "error.log"), "utf8"));
    await delay(20);
  }
  return {
    url,
    pid: child.pid!,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function configuration(folder: string, listen: string, sites: readonly string[]): string {
  const values = {
    LISTEN: listen,
    WEB_SERVERS: sites.map((url) => `server ${new URL(url).host} max_fails=0;`).join(" "),
    CACHE_FOLDER: join(folder, "cache"),
  };
  const server = Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`\${${name}}`, value),
    readFileSync(template, "utf8"),
  );
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (of) => `${of}_temp_path ${join(folder, of)};`,
  );
  return `${process.getuid?.() === 0 ? "user root;" : ""}
daemon off;
pid ${join(folder, "nginx.pid")};
worker_processes auto;
events { worker_connections 4096; }
http {
${temporary.join("\n")}
${server}
}
`;
}
