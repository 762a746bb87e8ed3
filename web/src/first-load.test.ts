import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brand } from "contract/brand.ts";
import { createBuilder, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { manifestFile } from "../build/router-manifest.ts";
import type { RouterManifest } from "./entry-server.tsx";

/** The most JavaScript that a page may load when opened, in bytes as brotli sends it. */
const budget = 115_000;

const root = fileURLToPath(new URL("..", import.meta.url));
let outDir: string;
let routes: RouterManifest["routes"];
let chunks: Rolldown.OutputChunk[];

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), `${brand.slug}-build-`));
  // otherwise the test run's own environment would bring React's development build
  vi.stubEnv("NODE_ENV", "production");
  const builder = await createBuilder({
    root,
    configFile: join(root, "vite.config.ts"),
    logLevel: "error",
    environments: { client: { build: { outDir } } },
  });
  const output = (await builder.build(builder.environments.client!)) as Rolldown.RolldownOutput;
  chunks = output.output.filter((file) => file.type === "chunk");
  routes = (JSON.parse(await readFile(join(outDir, manifestFile), "utf8")) as RouterManifest).routes;
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(outDir, { recursive: true, force: true });
});

/** Addresses of the scripts that the page of a route loads: its own, and those of the root and layouts around it. */
function scriptsOf(id: string): string[] {
  const around = Object.keys(routes).filter((other) => other === "__root__" || `${id}/`.startsWith(`${other}/`));
  return [...new Set(around.flatMap((other) => routes[other]!.preloads as string[]))];
}

/** What a chunk holds, by the paths of its sources. */
function sourcesOf(scripts: string[]): string[] {
  return chunks
    .filter(({ fileName }) => scripts.includes(`/${fileName}`))
    .flatMap(({ modules }) => Object.keys(modules));
}

test.each(["/_main/", "/_main/games/", "/_main/games/$id"])("%s opens with little JavaScript", async (id) => {
  expect(Object.keys(routes)).toContain(id);
  const files = await Promise.all(scriptsOf(id).map((script) => readFile(join(outDir, `${script}.br`))));
  expect(files.reduce((bytes, file) => bytes + file.length, 0)).toBeLessThanOrEqual(budget);
});

test.each(["/_main/", "/_main/games/", "/_main/games/$id"])("%s leaves the chart and the panel for later", (id) => {
  const sources = sourcesOf(scriptsOf(id));
  expect(sources.some((path) => path.includes("/react-dom/"))).toBe(true);
  expect(sources.filter((path) => /\/(d3-[a-z]+|admin|react-table|table-core|diff)\//.test(path))).toEqual([]);
});

test("schemas stay on the server", () => {
  const sources = chunks.flatMap(({ modules }) => Object.keys(modules));
  expect(sources.filter((path) => /\/zod\/|contract\/src\/.*(schema|api|parameters)\.ts$/.test(path))).toEqual([]);
});
