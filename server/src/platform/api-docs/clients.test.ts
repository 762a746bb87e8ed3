import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addKey } from "../../test/api-keys.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser } from "../../test/users.ts";

const root = join(import.meta.dirname, "../../../..");
const database = await createTestDatabase();
const [id] = await addCatalogue(database.db, [
  { title: "Dark Forest", rating: 9, offers: { steam: { priceMinor: 1_999 } } },
  { title: "Bright Sky", rating: 8, offers: { gog: { priceMinor: 999 } } },
]);
const { id: userId } = await signInUser(database.db, "owner");
const key = await addKey(database.db, userId, ["read:catalogue", "read:lists", "write:lists"]);
const readOnlyKey = await addKey(database.db, userId, ["read:catalogue", "read:lists"]);
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

/** Programs that use a generated client, by their file. Each exports a function `work`. */
const programs = {
  "openapi-fetch.ts": `
    import createClient from "openapi-fetch";
    import type { paths } from "./schema.ts";

    export async function work(baseUrl: string) {
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
    }`,
  "hey-api-client.ts": `
    import { getGames, getGamesId } from "./hey-api/index.ts";

    export async function work(baseUrl: string) {
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
    }`,
  "openapi-fetch-key.ts": `
    import createClient from "openapi-fetch";
    import type { paths } from "./schema.ts";

    export async function work(baseUrl: string, key: string, readOnlyKey: string) {
      const clientOf = (token: string) =>
        createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
      const { GET, POST, DELETE } = clientOf(key);
      const { data: found } = await GET("/api/games", { params: { query: { search: "dark" } } });
      const gameId = found!.games[0]!.id;
      await POST("/api/wishlist", { body: { gameId } });
      const { data: wishlist } = await GET("/api/wishlist");
      await DELETE("/api/wishlist/game/{gameId}", { params: { path: { gameId } } });
      const { data: after } = await GET("/api/wishlist");
      const { error } = await clientOf(readOnlyKey).POST("/api/wishlist", { body: { gameId } });
      return { wished: wishlist!.items.map(({ title }) => title), left: after!.total, refused: error?.code };
    }`,
  "hey-api-key.ts": `
    import { deleteWishlistGameGameId, getGames, getWishlist, postWishlist } from "./hey-api/index.ts";

    export async function work(baseUrl: string, key: string, readOnlyKey: string) {
      // the scheme of API keys in the document is how the client knows where the key goes
      const options = { baseUrl, auth: () => key };
      const { data: found } = await getGames({ ...options, query: { search: "dark" }, throwOnError: true });
      const gameId = found.games[0]!.id;
      await postWishlist({ ...options, body: { gameId }, throwOnError: true });
      const { data: wishlist } = await getWishlist({ ...options, throwOnError: true });
      await deleteWishlistGameGameId({ ...options, path: { gameId }, throwOnError: true });
      const { data: after } = await getWishlist({ ...options, throwOnError: true });
      const { error } = await postWishlist({ baseUrl, auth: () => readOnlyKey, body: { gameId } });
      return { wished: wishlist.items.map(({ title }) => title), left: after.total, refused: error?.code };
    }`,
};

beforeAll(async () => {
  await run("openapi-typescript/bin/cli.js", "openapi.json", "--output", "schema.ts");
  const output = { path: "hey-api", importFileExtension: ".ts" };
  const config = `export default ${JSON.stringify({ input: "openapi.json", output })};`;
  await writeFile(join(folder, "openapi-ts.config.mjs"), config);
  await run("@hey-api/openapi-ts/dist/run.mjs", "--file", "openapi-ts.config.mjs", "--silent");
  for (const [name, source] of Object.entries(programs)) await writeFile(join(folder, name), source);
}, 300_000);

test("the types of both generated clients are right, strictly checked", async () => {
  // the declarations of libraries, which take half of the time, are theirs to check
  const options =
    "--ignoreConfig --strict --skipLibCheck --noEmit --module preserve --allowImportingTsExtensions --target es2023 --lib es2023,dom,dom.iterable --types node";
  const compiler = [join(root, "node_modules/typescript/bin/tsc"), ...options.split(" ")];
  const types = ["--typeRoots", join(root, "node_modules/@types")];
  await promisify(execFile)(process.execPath, [...compiler, ...types, ...Object.keys(programs)], { cwd: folder })
    // the compiler says what is wrong on its standard output
    .catch(({ stdout }) => expect(stdout).toBe(""));
});

async function resultOf(program: keyof typeof programs): Promise<unknown> {
  const { work } = await import(/* @vite-ignore */ join(folder, program));
  return work(baseUrl, key, readOnlyKey);
}

test.each(["openapi-fetch.ts", "hey-api-client.ts"] as const)("%s lists, finds and fetches games", async (program) => {
  expect(await resultOf(program)).toEqual({
    titles: ["Dark Forest", "Bright Sky"],
    found: ["Dark Forest"],
    game: { id, title: "Dark Forest", best_price: 19.99 },
    problem: "not_found",
  });
});

test.each(["openapi-fetch-key.ts", "hey-api-key.ts"] as const)(
  "%s keeps a wishlist with an API key",
  async (program) => {
    expect(await resultOf(program)).toEqual({ wished: ["Dark Forest"], left: 0, refused: "insufficient_scope" });
  },
);
