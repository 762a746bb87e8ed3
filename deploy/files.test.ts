// Tests that the files of this folder match the site.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { endpoints } from "contract/api.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { fillTemplate, prepareNginx } from "../e2e/cluster/nginx.ts";
import { findProgram } from "../e2e/cluster/programs.ts";
import { callTimeoutMs } from "../server/src/platform/http/limits/limits.ts";
import { callsPerMinute, missesPerMinute, redirectsPerMinute } from "../server/src/platform/http/limits/rate-limit.ts";
import { parseEnv } from "../server/src/platform/process/env.ts";
import { isSent, readDockerfile } from "./replay.ts";

const repository = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(join(repository, path), "utf8");

const known = new Set(
  [...read("server/src/platform/process/env.ts").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name),
);
/** Not a setting of the site. */
const foreign = /^NODE_ENV$/;
const unknownOf = (names: Iterable<string>) => [...names].filter((name) => !known.has(name) && !foreign.test(name));

const compose = read("deploy/compose.several.yaml");
const alone = read("deploy/compose.yaml");
const template = read("deploy/nginx.conf.template");
const unit = read("deploy/lootwise@.service");
const instructions = readDockerfile();
const environmentOfImage = pairsIn(instructions.filter(({ word }) => word === "ENV").map(({ rest }) => rest));
const environmentOfUnit = pairsIn(unit.match(/^Environment=.*$/gm)!);

function pairsIn(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap((line) => [...line.matchAll(/([A-Z_]+)=(\S*)/g)].map(([, name, value]) => [name, value])),
  );
}

/** The entries of the mapping that follows this line of the compose file. */
function mappingAfter(line: string): Record<string, string> {
  const [, block = ""] = compose.split(`${line}\n`);
  const [indent = ""] = /^ +/.exec(block) ?? [];
  const entries: [string, string][] = [];
  for (const entry of block.split("\n")) {
    const [, name, value] = new RegExp(`^${indent}([A-Z_]+): "?(.*?)"?$`).exec(entry) ?? [];
    if (name) entries.push([name, value ?? ""]);
    else if (!entry.startsWith(indent)) break;
  }
  return Object.fromEntries(entries);
}

test("all variables are settings of the site", () => {
  expect(known.size).toBeGreaterThan(40);
  const example = pairsIn(
    read("deploy/example.env")
      .split("\n")
      .filter((line) => !line.startsWith("#")),
  );
  // Used only by compose.several.yaml.
  const { DATABASE_PASSWORD, SITE_PORT, BASE_PATH, ...ofSite } = example;
  expect([DATABASE_PASSWORD, SITE_PORT, BASE_PATH]).toEqual(["", "8080", ""]);
  const common = mappingAfter("x-environment: &environment");
  expect(unknownOf([environmentOfImage, ofSite, common].flatMap(Object.keys))).toEqual([]);
  expect(unknownOf(Object.keys(environmentOfUnit))).toEqual([]);

  const filled = Object.fromEntries(
    Object.entries(common).map(([name, value]) => [name, value.replace(/\$\{\w+:\?[^}]*\}/, "secret")]),
  );
  for (const role of ["web", "worker"] as const) {
    expect(compose).toContain(`      ROLE: ${role}\n`);
    expect(parseEnv({ ...environmentOfImage, ...ofSite, ...filled, ROLE: role })).toMatchObject({
      role,
      port: 3000,
      host: "0.0.0.0",
      dataDir: "/data",
      databaseUrl: "postgresql://lootwise:secret@database/lootwise",
      trustProxy: 1,
    });
  }
});

test("one service is the whole site, with few rights and its own database", () => {
  const [, service = ""] = alone.split("services:\n");
  const names = [...service.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name!);
  expect(names).toContain("PUBLIC_URL");
  expect(unknownOf(names)).toEqual([]);
  expect(names).not.toContain("DATABASE_URL");
  expect(service.match(/^ {2}\w+:$/gm)).toEqual(["  site:", "  data:"]);
  for (const line of ["read_only: true", "tmpfs: /tmp", "cap_drop: [ALL]", "- data:/data"]) {
    expect(service).toContain(line);
  }
});

describe("the image", () => {
  const copies = instructions.filter(({ word, rest }) => word === "COPY" && !rest.startsWith("--from"));
  const sourcesOf = (rest: string) => rest.split(" ").slice(0, -1);

  test("copies existing files, but no tests, data or installed dependencies", () => {
    for (const path of copies.flatMap(({ rest }) => sourcesOf(rest))) {
      expect([path, existsSync(join(repository, path)), isSent(path)]).toEqual([path, true, true]);
    }
    const excluded = [
      "server/src/platform/process/env.test.ts",
      "server/src/test/site.ts",
      "node_modules/pg/package.json",
      "data/x",
      ".git/config",
    ];
    expect([...excluded, "web/node_modules/x", "web/dist/client/x", "deploy/.env"].filter(isSent)).toEqual([]);
    expect(
      ["server/src/app/main.ts", "server/migrations/meta/_journal.json", "contract/package.json"].filter(isSent),
    ).toHaveLength(3);
  });

  test("has all files that the server reads", () => {
    const lastStage = instructions.slice(instructions.findLastIndex(({ word }) => word === "FROM"));
    const inside = lastStage
      .filter(({ word }) => word === "COPY")
      .map(({ rest }) =>
        rest
          .split(" ")
          .at(-1)!
          .replace(/^\.\/$/, "package.json"),
      );
    const files = globSync("server/src/**/*.ts", { cwd: repository }).filter(
      (path) => !/\.test\.ts$|src\/test\//.test(path),
    );
    const referenced = files.flatMap((file) =>
      [...read(file).matchAll(/new URL\([`"]((?:\.\.\/)+[^$`"]+)/g)].map(([, path]) =>
        posix.join(posix.dirname(file), path!),
      ),
    );
    // Only development reads the folder itself, to build pages on demand.
    const outside = referenced.filter((path) => !path.startsWith("server/") && path !== "web/");
    expect(outside).toEqual(expect.arrayContaining(["package.json", "web/artwork/", "web/dist/"]));
    expect(outside.filter((path) => !inside.some((copied) => path.startsWith(copied)))).toEqual([]);
  });

  test("has the libraries of each workspace that it runs", () => {
    const lastStage = instructions.slice(instructions.findLastIndex(({ word }) => word === "FROM"));
    const copied = lastStage.filter(({ word, rest }) => word === "COPY" && rest.endsWith("node_modules"));
    expect(copied.map(({ rest }) => rest.split(" ").at(-1))).toEqual(["node_modules", "server/node_modules"]);
  });

  test("uses the same port everywhere", () => {
    const { port } = parseEnv({});
    expect(environmentOfImage.PORT).toBe(String(port));
    expect(instructions).toContainEqual({ word: "EXPOSE", rest: String(port) });
    const servers = /WEB_SERVERS: >-\n((?: {8}.*\n)+)/.exec(compose)?.[1] ?? "";
    expect([...servers.matchAll(/server (\w+):(\d+) /g)].map(([, name, number]) => [name, number])).toEqual([
      ["web1", String(port)],
      ["web2", String(port)],
    ]);
  });

  test("runs as an unprivileged user with a health check", () => {
    const words = new Map(instructions.map(({ word, rest }) => [word, rest]));
    expect(words.get("USER")).toBe("lootwise");
    expect(words.get("HEALTHCHECK")).toContain("/api/ready");
    // Without a shell, signals reach the site.
    expect(JSON.parse(words.get("ENTRYPOINT")!)).toEqual(["node"]);
  });
});

describe("nginx", () => {
  const names = new Set([...template.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name));

  test("gets all variables of its configuration", () => {
    const [, proxy = ""] = compose.split("  proxy:\n");
    for (const name of names) expect(proxy).toMatch(new RegExp(`^ {6}${name}: `, "m"));
    // nginx's own variables stay.
    expect(fillTemplate(template, { LISTEN: "80" })).toContain("proxy_set_header Host $host;");
  });

  const numberOf = (name: string) => Number(new RegExp(`${name} (\\d+)`).exec(template)?.[1]);
  const mega = 1024 * 1024;
  /** The locations with a limit of their own, in bytes. */
  const roomy = [
    ...fillTemplate(template, { BASE_PATH: "" }).matchAll(/location (=|~) (\S+) \{\s+client_max_body_size (\d+)m;/g),
  ].map(([, kind, path = "", megabytes]) => ({
    matches: (url: string) => (kind === "=" ? url === path : new RegExp(path).test(url)),
    limit: Number(megabytes) * mega,
  }));

  test("accepts each body that the site accepts", () => {
    const limitOf = (url: string) =>
      roomy.find(({ matches }) => matches(url))?.limit ?? numberOf("client_max_body_size") * mega;
    const tooSmall = endpoints.filter(({ route, bodyLimit = 0 }) => {
      const path = route.split(" ")[1]!.replace(/\{\w+\}/g, "1");
      return limitOf(path) < bodyLimit;
    });
    expect(tooSmall.map(({ route }) => route)).toEqual([]);
    expect(roomy).toHaveLength(3);
  });

  test("waits longer than the site", () => {
    expect(numberOf("proxy_read_timeout") * 1_000).toBeGreaterThan(callTimeoutMs);
  });

  test("has the same rate limits as the site", () => {
    const numbers = (pattern: RegExp) =>
      Object.fromEntries([...template.matchAll(pattern)].map(([, zone, value]) => [zone, Number(value)]));
    const limits = {
      calls: callsPerMinute,
      searches: missesPerMinute.pages,
      pictures: missesPerMinute.pictures,
      feeds: missesPerMinute.feeds,
      redirects: redirectsPerMinute.all,
    };
    expect(numbers(/zone=lootwise_(\w+):\d+m rate=(\d+)r\/m;/g)).toEqual(limits);
    expect(numbers(/limit_req zone=lootwise_(\w+) burst=(\d+) nodelay;/g)).toEqual(limits);
  });

  const nginx = findProgram("nginx");
  if (!nginx) console.warn("Skipped the check of the configuration: nginx is not installed");

  test.skipIf(!nginx)("accepts the configuration, also in a folder with spaces", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lootwise nginx-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const [program, ...args] = await prepareNginx({ nginx: nginx!, folder, port: 18_080, webPorts: [18_081, 18_082] });
    const checked = spawnSync(program, ["-t", ...args], { encoding: "utf8" });
    expect(checked.stderr).not.toMatch(/\[(warn|emerg)\]/);
    expect(checked.status).toBe(0);
  });
});

describe("the systemd unit", () => {
  test("waits until a stopping process has finished", () => {
    const timeout = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    // The maximum of STOP_GRACE, and 10 seconds for the stop itself.
    expect(timeout).toBeGreaterThanOrEqual(70);
    expect(() => parseEnv({ STOP_GRACE: "61" })).toThrow("60");
  });

  const verifier = findProgram("systemd-analyze");
  test("runs what npm start runs", () => {
    expect(/^ExecStart=\S+ (.+)$/m.exec(unit)?.[1]).toBe("server/src/app/main.ts");
  });

  if (!verifier) console.warn("Skipped the check of the unit: systemd-analyze is not installed");

  test.skipIf(!verifier)("is accepted by systemd", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lootwise-unit-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, "lootwise@web1.service");
    await writeFile(file, unit.replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
    const checked = spawnSync(verifier!, ["verify", "--man=no", file], { encoding: "utf8" });
    expect(checked.stderr.split("\n").filter((line) => line.includes("lootwise@"))).toEqual([]);
  });
});
