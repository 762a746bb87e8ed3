import { brand } from "contract/brand.ts";
import type { Call } from "contract/core/call.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../api/query.ts";
import { homepageGamesQuery } from "../features/games/queries.ts";
import { startFresh } from "./page-refresh.ts";

/** As much of the browser's storage as the cache uses: keys are properties, as there. */
class Storage {
  [key: string]: unknown;
  getItem(key: string) {
    return this[key] ?? null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

beforeEach(() => {
  vi.stubGlobal("window", { localStorage: new Storage(), sessionStorage: new Storage() });
});
afterEach(() => vi.unstubAllGlobals());

const responding = (title: string) => vi.fn(async () => ({ games: [{ id: 1, title }] })) as unknown as Call;
const failing: Call = () => Promise.reject(new Error("away"));

test("a refresh clears the product's caches, and nothing else", async () => {
  const cached = ["authToken", "user", "theme", "other_cache_x", `${brand.slug}_settings`];
  const dropped = ["cache_a", "games_b", "wishlist_c", "user_d"].map((name) => `${brand.slug}_${name}`);
  for (const key of [...cached, ...dropped]) window.localStorage.setItem(key, "{}");
  for (const key of ["steamToken", "scroll", "list"]) window.sessionStorage.setItem(key, "{}");

  await startFresh(createQueryClient(), responding("New"));

  expect(Object.keys(window.localStorage).sort()).toEqual(cached.sort());
  expect(Object.keys(window.sessionStorage)).toEqual(["steamToken"]);
});

test("a refresh reloads the games of the home page, however fresh they are", async () => {
  const client = createQueryClient();
  await client.prefetchQuery(homepageGamesQuery(responding("Old"), undefined));
  await startFresh(client, responding("New"));
  expect(client.getQueryData(homepageGamesQuery(failing, undefined).queryKey)).toMatchObject([{ id: 1, title: "New" }]);
});

test("when the reload fails, the games stay and the query is in the error state", async () => {
  const client = createQueryClient();
  await client.prefetchQuery(homepageGamesQuery(responding("Old"), undefined));
  await startFresh(client, failing);
  expect(client.getQueryState(homepageGamesQuery(failing, undefined).queryKey)).toMatchObject({
    status: "error",
    data: [{ id: 1, title: "Old" }],
  });
});

test("games load in a browser without storage", async () => {
  vi.stubGlobal("window", {});
  const client = createQueryClient();
  await startFresh(client, responding("New"));
  expect(client.getQueryData(homepageGamesQuery(failing, undefined).queryKey)).toHaveLength(1);
});
