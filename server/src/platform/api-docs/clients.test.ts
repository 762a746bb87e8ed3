import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";

const root = join(import.meta.dirname, "../../../..");
const database = await createTestDatabase();
const [id] = await addCatalogue(database.db, [
  { title: "Dark Forest", rating: 9, offers: { steam: { priceMinor: 1_999 } } },
  { title: "Bright Sky", rating: 8, offers: { gog: { priceMinor: 999 } } },
]);
const app = await startTestApp(database);
await app.listen({ host: "127.0.0.1", port: 0 });
const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

// within the repository, so that what is generated finds its libraries
await mkdir(join(root, ".cache"), { recursive: true });
const folder = await mkdtemp(join(root, ".cache/clients-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
await writeFile(join(folder, "openapi.json"), (await app.inject("/api/openapi.json")).body);

/** Runs a program of a library on the TypeScript that generators know. */
async function run(program: string, ...args: string[]): Promise<void> {
  const hook = join(root, "server/src/test/typescript-5.mjs");
  await promisify(execFile)(process.execPath, ["--import", hook, join(root, "node_modules", program), ...args], {
    cwd: folder,
  });
}

/** Writes the program, checks its types strictly, and calls what it exports. */
async function compileAndRun(name: string, source: string): Promise<unknown> {
  const path = join(folder, name);
  await writeFile(path, source);
  const options =
    "--ignoreConfig --strict --noEmit --module preserve --allowImportingTsExtensions --target es2023 --lib es2023,dom,dom.iterable --types node";
  const compiler = [join(root, "node_modules/typescript/bin/tsc"), ...options.split(" ")];
  const types = ["--typeRoots", join(root, "node_modules/@types")];
  await promisify(execFile)(process.execPath, [...compiler, ...types, path])
    // the compiler says what is wrong on its standard output
    .catch(({ stdout }) => expect(stdout).toBe(""));
  const { readGames } = await import(/* @vite-ignore */ path);
  return readGames(baseUrl);
}

const expected = {
  titles: ["Dark Forest", "Bright Sky"],
  found: ["Dark Forest"],
  game: { id, title: "Dark Forest", best_price: 19.99 },
  problem: "not_found",
};

test("a client that openapi-typescript generates lists, finds and fetches games", async () => {
  await run("openapi-typescript/bin/cli.js", "openapi.json", "--output", "schema.d.ts");
  const source = `
    import createClient from "openapi-fetch";
    import type { paths } from "./schema.d.ts";

    export async function readGames(baseUrl: string) {
      const { GET } = createClient<paths>({ baseUrl });
      const all = await GET("/api/games", { params: { query: { limit: 2, sortBy: "rating" } } });
      const found = await GET("/api/games", { params: { query: { search: "dark" } } });
      if (!all.data || !found.data) throw new Error("no list");
      const id: number = found.data.games[0]!.id;
      const game = await GET("/api/games/{id}", { params: { path: { id } } });
      const unknown = await GET("/api/games/{id}", { params: { path: { id: 2_000_000_000 } } });
      if (!game.data) throw new Error(game.error.error);
      return {
        titles: all.data.games.map(({ title }) => title),
        found: found.data.games.map(({ title }) => title),
        game: { id: game.data.id, title: game.data.title, best_price: game.data.best_price },
        problem: unknown.error?.code,
      };
    }`;
  expect(await compileAndRun("openapi-fetch.ts", source)).toEqual(expected);
});

test("a client that @hey-api/openapi-ts generates lists, finds and fetches games", async () => {
  await run("@hey-api/openapi-ts/dist/run.mjs", "--input", "openapi.json", "--output", "hey-api", "--silent");
  const source = `
    import { getGames, getGamesId } from "./hey-api/index.ts";

    export async function readGames(baseUrl: string) {
      const all = await getGames({ baseUrl, query: { limit: 2, sortBy: "rating" }, throwOnError: true });
      const found = await getGames({ baseUrl, query: { search: "dark" }, throwOnError: true });
      const id: number = found.data.games[0]!.id;
      const game = await getGamesId({ baseUrl, path: { id }, throwOnError: true });
      const unknown = await getGamesId({ baseUrl, path: { id: 2_000_000_000 } });
      return {
        titles: all.data.games.map(({ title }) => title),
        found: found.data.games.map(({ title }) => title),
        game: { id: game.data.id, title: game.data.title, best_price: game.data.best_price },
        problem: unknown.error?.code,
      };
    }`;
  expect(await compileAndRun("hey-api-client.ts", source)).toEqual(expected);
});
