// What stands in this folder is read by programs that nobody here runs every day: it keeps in step with the site by these.
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
import { siteFlags, siteMemory } from "../scripts/site-flags.mjs";
import { parseEnv } from "../server/src/env.ts";
import { callTimeoutMs } from "../server/src/http/limits.ts";
import { callsPerMinute, missesPerMinute } from "../server/src/http/rate-limit.ts";
import { isSent, readDockerfile } from "./replay.ts";

const repository = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(join(repository, path), "utf8");

const known = new Set([...read("server/src/env.ts").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name));
/** Settings of the platform, not of the site. */
const foreign = /^(MALLOC_\w+|GLIBC_TUNABLES|NODE_ENV)$/;
const unknownOf = (names: Iterable<string>) => [...names].filter((name) => !known.has(name) && !foreign.test(name));

const compose = read("deploy/compose.yaml");
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

/** The entries of a mapping of the compose file, which is found by the line before the first one. */
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

test("the variables are those of the site", () => {
  expect(known.size).toBeGreaterThan(40);
  const example = pairsIn(
    read("deploy/example.env")
      .split("\n")
      .filter((line) => !line.startsWith("#")),
  );
  // of compose.yaml itself
  const { DATABASE_PASSWORD, SITE_PORT, ...ofSite } = example;
  expect([DATABASE_PASSWORD, SITE_PORT]).toEqual(["", "8080"]);
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

describe("the image", () => {
  const copies = instructions.filter(({ word, rest }) => word === "COPY" && !rest.startsWith("--from"));
  const sourcesOf = (rest: string) => rest.split(" ").slice(0, -1);

  test("gets what it copies, and no tests, data or dependencies of this machine", () => {
    for (const path of copies.flatMap(({ rest }) => sourcesOf(rest))) {
      expect([path, existsSync(join(repository, path)), isSent(path)]).toEqual([path, true, true]);
    }
    const kept = [
      "server/src/env.test.ts",
      "server/src/test/site.ts",
      "node_modules/pg/package.json",
      "data/x",
      ".git/config",
    ];
    expect([...kept, "web/node_modules/x", "web/dist/client/x", "deploy/.env"].filter(isSent)).toEqual([]);
    expect(
      ["server/src/main.ts", "server/migrations/meta/_journal.json", "contract/package.json"].filter(isSent),
    ).toHaveLength(3);
  });

  test("has every file that the server reads besides its own", () => {
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
    const asked = files.flatMap((file) =>
      [...read(file).matchAll(/new URL\([`"]((?:\.\.\/)+[^$`"]+)/g)].map(([, path]) =>
        posix.join(posix.dirname(file), path!),
      ),
    );
    // the folder itself is for developers: pages that are built when asked for
    const built = asked.filter((path) => !path.startsWith("server/") && path !== "web/");
    expect(built).toEqual(expect.arrayContaining(["package.json", "web/artwork/", "web/dist/"]));
    expect(built.filter((path) => !inside.some((copied) => path.startsWith(copied)))).toEqual([]);
  });

  test("answers on one port everywhere", () => {
    const { port } = parseEnv({});
    expect(environmentOfImage.PORT).toBe(String(port));
    expect(instructions).toContainEqual({ word: "EXPOSE", rest: String(port) });
    const servers = /WEB_SERVERS: >-\n((?: {8}.*\n)+)/.exec(compose)?.[1] ?? "";
    expect([...servers.matchAll(/server (\w+):(\d+) /g)].map(([, name, number]) => [name, number])).toEqual([
      ["web1", String(port)],
      ["web2", String(port)],
    ]);
  });

  test("runs as an ordinary user, and asks itself how it is", () => {
    const words = new Map(instructions.map(({ word, rest }) => [word, rest]));
    expect(words.get("USER")).toBe("lootwise");
    expect(words.get("HEALTHCHECK")).toContain("/api/ready");
    // no shell between the signal and the site
    expect(JSON.parse(words.get("ENTRYPOINT")!)).toEqual(["node", ...siteFlags]);
    expect(environmentOfImage).toMatchObject(siteMemory);
  });
});

describe("nginx", () => {
  const names = new Set([...template.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name));

  test("is told all that its configuration leaves open", () => {
    const [, proxy = ""] = compose.split("  proxy:\n");
    for (const name of names) expect(proxy).toMatch(new RegExp(`^ {6}${name}: `, "m"));
    // what is nginx's own stays
    expect(fillTemplate(template, { LISTEN: "80" })).toContain("proxy_set_header Host $host;");
  });

  test("lets through what the site takes, and waits longer than the site does", () => {
    const largest = Math.max(...Object.values(endpoints).map(({ bodyLimit }) => bodyLimit ?? 0));
    const numberOf = (name: string) => Number(new RegExp(`${name} (\\d+)`).exec(template)?.[1]);
    expect(numberOf("client_max_body_size") * 1024 * 1024).toBe(largest);
    expect(numberOf("proxy_read_timeout") * 1_000).toBeGreaterThan(callTimeoutMs);
  });

  test("limits requests as the site does", () => {
    const numbers = (pattern: RegExp) =>
      Object.fromEntries([...template.matchAll(pattern)].map(([, zone, value]) => [zone, Number(value)]));
    const limits = {
      calls: callsPerMinute,
      searches: missesPerMinute.pages,
      pictures: missesPerMinute.pictures,
    };
    expect(numbers(/zone=lootwise_(\w+):\d+m rate=(\d+)r\/m;/g)).toEqual(limits);
    expect(numbers(/limit_req zone=lootwise_(\w+) burst=(\d+) nodelay;/g)).toEqual(limits);
  });

  const nginx = findProgram("nginx");
  if (!nginx) console.warn("Skipped nginx's own check of its configuration: it is not installed");

  test.skipIf(!nginx)("finds nothing wrong with it, in a folder with spaces too", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lootwise nginx-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const [program, ...args] = await prepareNginx({ nginx: nginx!, folder, port: 18_080, webPorts: [18_081, 18_082] });
    const checked = spawnSync(program, ["-t", ...args], { encoding: "utf8" });
    expect(checked.stderr).not.toMatch(/\[(warn|emerg)\]/);
    expect(checked.status).toBe(0);
  });
});

describe("the systemd unit", () => {
  test("waits as long for a process as that may take", () => {
    const patience = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    // the longest STOP_GRACE, and what a stop takes after it
    expect(patience).toBeGreaterThanOrEqual(70);
    expect(() => parseEnv({ STOP_GRACE: "61" })).toThrow("60");
  });

  const verifier = findProgram("systemd-analyze");
  test("runs Node as npm start does", () => {
    expect(/^ExecStart=\S+ (.+)$/m.exec(unit)?.[1]).toBe([...siteFlags, "server/src/main.ts"].join(" "));
    expect(environmentOfUnit).toMatchObject(siteMemory);
  });

  if (!verifier) console.warn("Skipped systemd's own check of the unit: systemd-analyze is not installed");

  test.skipIf(!verifier)("has nothing that systemd does not know", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lootwise-unit-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, "lootwise@web1.service");
    await writeFile(file, unit.replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
    const checked = spawnSync(verifier!, ["verify", "--man=no", file], { encoding: "utf8" });
    expect(checked.stderr.split("\n").filter((line) => line.includes("lootwise@"))).toEqual([]);
  });
});
