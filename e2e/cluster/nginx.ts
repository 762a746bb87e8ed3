import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface NginxOptions {
  /** Path of the program. */
  nginx: string;
  /** For its configuration, cache and other files. */
  folder: string;
  port: number;
  webPorts: readonly number[];
  /** That of the site's PUBLIC_URL. */
  basePath?: string;
  /** Like the site's `RATE_LIMIT_SCALE`. */
  rateLimitScale?: number;
}

/** Writes the configuration; returns the command that runs nginx in the foreground. */
export async function prepareNginx(options: NginxOptions): Promise<[string, ...string[]]> {
  const { nginx, folder } = options;
  await mkdir(folder, { recursive: true });
  const file = join(folder, "nginx.conf");
  await writeFile(file, await configuration(options));
  // -e: errors before the configuration is read.
  return [nginx, "-p", folder, "-c", file, "-e", "stderr"];
}

/** Wraps the site's configuration like Debian's nginx.conf. */
async function configuration({
  folder,
  port,
  webPorts,
  basePath = "",
  rateLimitScale = 1,
}: NginxOptions): Promise<string> {
  const template = await readFile(new URL("../../deploy/nginx.conf.template", import.meta.url), "utf8");
  const site = fillTemplate(scaleLimits(template, rateLimitScale), {
    LISTEN: `127.0.0.1:${port}`,
    WEB_SERVERS: webPorts.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(" "),
    CACHE_FOLDER: quote(join(folder, "cache")),
    BASE_PATH: basePath,
  });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (of) => `${of}_temp_path ${quote(join(folder, of))};`,
  );
  return `
${process.getuid?.() === 0 ? "user root;" : ""}
daemon off;
pid ${quote(join(folder, "nginx.pid"))};
error_log stderr warn;
worker_processes 1;
events { worker_connections 4096; }
http {
${temporary.join("\n")}
${site}
}
`;
}

/** Multiplies the rates and bursts of requests. */
function scaleLimits(template: string, scale: number): string {
  return template.replaceAll(/\b(rate|burst)=(\d+)/g, (_, name, value) => `${name}=${Number(value) * scale}`);
}

/** Like envsubst in the nginx image. nginx's own variables have no braces and stay. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\$\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

function quote(path: string): string {
  return `"${path.replaceAll(/["\\$]/g, "\\$&")}"`;
}
