import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brand } from "contract/brand.ts";
import { createBuilder, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { manifestFile } from "../../build/router-manifest.ts";
import type { RouterManifest } from "../ssr/entry-server.tsx";

/** The most JavaScript that a page may load at first, in bytes after Brotli compression. */
const budget = 145_000;
const measured = ["/_main/", "/_main/games/", "/_main/deals", "/_main/games/$id"];

const root = fileURLToPath(new URL("../..", import.meta.url));
let outDir: string;
let routes: RouterManifest["routes"];
let chunks: Rolldown.OutputChunk[];
let sheets: Rolldown.OutputAsset[];

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), `${brand.slug}-build-`));
  // the environment of the test run would select React's development build
  vi.stubEnv("NODE_ENV", "production");
  const builder = await createBuilder({
    root,
    configFile: join(root, "vite.config.ts"),
    logLevel: "error",
    environments: { client: { build: { outDir } } },
  });
  const output = (await builder.build(builder.environments.client!)) as Rolldown.RolldownOutput;
  chunks = output.output.filter((file) => file.type === "chunk");
  sheets = output.output.filter((file) => file.type === "asset").filter(({ fileName }) => fileName.endsWith(".css"));
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

/** Source paths of the modules in the scripts' chunks. */
function sourcesOf(scripts: string[]): string[] {
  return chunks
    .filter(({ fileName }) => scripts.includes(`/${fileName}`))
    .flatMap(({ modules }) => Object.keys(modules));
}

/** The chunks of every page but the panel's, also those that are loaded later. */
function visitorsChunks(): Rolldown.OutputChunk[] {
  const isPanels = ({ moduleIds }: Rolldown.OutputChunk) =>
    moduleIds.some((id) => id.endsWith("/src/app/admin-page.tsx"));
  const found = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports, dynamicImports } of found) {
    const loaded = chunks.filter(({ fileName }) => imports.includes(fileName) || dynamicImports.includes(fileName));
    for (const chunk of loaded) if (!isPanels(chunk)) found.add(chunk);
  }
  return [...found];
}

/** Paths of the modules in chunks. */
function modulesOf(of: Rolldown.OutputChunk[]): Set<string> {
  return new Set(of.flatMap(({ moduleIds }) => moduleIds).map((id) => id.split("?")[0]!));
}

/** Names of classes that a sheet has rules for. */
function classesIn(sheet: Rolldown.OutputAsset): Set<string> {
  const names = String(sheet.source).matchAll(/\.((?:\\.|[\w-])+)/g);
  return new Set([...names].map(([, name]) => name!.replaceAll("\\", "")));
}

/** All words of the files, split at spaces and at punctuation: these include every class that they name. */
async function wordsOf(paths: Iterable<string>): Promise<Set<string>> {
  const files = await Promise.all([...paths].map((path) => readFile(path, "utf8")));
  return new Set(files.flatMap((file) => [...file.split(/["'`\s]+/), ...file.split(/[^\w-]+/)]));
}

test.each(measured)("the first load of %s stays within the JavaScript budget", async (id) => {
  expect(Object.keys(routes)).toContain(id);
  const files = await Promise.all(scriptsOf(id).map((script) => readFile(join(outDir, `${script}.br`))));
  expect(files.reduce((bytes, file) => bytes + file.length, 0)).toBeLessThanOrEqual(budget);
});

test.each(measured)("the first load of %s includes neither the chart nor the panel", (id) => {
  const sources = sourcesOf(scriptsOf(id));
  expect(sources.some((path) => path.includes("/react-dom/"))).toBe(true);
  expect(sources.filter((path) => /\/(d3-[a-z]+|admin|diff)\//.test(path))).toEqual([]);
});

test("no public page ever loads a part of the panel", () => {
  const visitors = [...modulesOf(visitorsChunks())];
  expect(visitors).toContain(join(root, "src/features/contact/contact-page.tsx"));
  const ours =
    /web\/src\/features\/(admin|audit|catalogue|dashboard|imports|insights|roles|stores|(?:bundles|prices|subscriptions)\/desk|vouchers\/vouchers-tab|contact\/message|site-config|content-strings)/;
  const libraries = /\/diff\/|useBlocker|useIsFetching/;
  const ofPanel = (path: string) => ours.test(path) || libraries.test(path);
  expect(visitors.filter(ofPanel)).toEqual([]);
  expect([...modulesOf(chunks)].filter(ofPanel).length).toBeGreaterThan(50);
});

test("the panel has its own style sheet, which visitors never load", async () => {
  const sheetsOf = (id: string) => sheets.filter(({ fileName }) => routes[id]!.css?.includes(`/${fileName}`));
  const [visitorsSheet] = sheetsOf("__root__");
  const [panelSheet] = sheetsOf("/admin/{-$tab}");
  const others = Object.keys(routes).filter((id) => !id.startsWith("/admin"));
  expect(others.flatMap(sheetsOf)).not.toContain(panelSheet);
  // lazy chunks do not fetch the sheet that every page already has
  const fetching = chunks.filter(({ code }) => code.includes(visitorsSheet!.fileName));
  expect(fetching.map(({ fileName }) => fileName)).toEqual([]);

  const ownSources = (of: Rolldown.OutputChunk[]) =>
    new Set([...modulesOf(of)].filter((path) => path.startsWith(root) && /\.tsx?$/.test(path)));
  const visitors = ownSources(visitorsChunks());
  const panel = ownSources(chunks).difference(visitors);
  const panelOnly = (await wordsOf(panel)).difference(await wordsOf(visitors));
  expect([...panelOnly.intersection(classesIn(visitorsSheet!))]).toEqual([]);
  // the panel has them
  expect(panelOnly.intersection(classesIn(panelSheet!)).size).toBeGreaterThan(30);
});

test("schemas stay on the server", () => {
  const sources = chunks.flatMap(({ modules }) => Object.keys(modules));
  expect(sources.filter((path) => /\/zod\/|contract\/src\/.*(schema|api|parameters)\.ts$/.test(path))).toEqual([]);
});
