import { readFile } from "node:fs/promises";
import type { Call } from "contract/call.ts";
import { expect, test } from "vitest";
import { buildFolder, built } from "../test/built-website.ts";
import { bytesLeftBy, inHeap } from "../test/bytes-left.ts";
import { type PageModule, renderSealed } from "./pages.ts";

if (!built) console.warn("Skipped what pages leave in memory: the website is not built");

const pages = 200;

/** Nothing but games, of which it is shown that there are none. */
const call = (async (route: string) => {
  if (route !== "GET /api/games") throw new Error("There is nothing else");
  return { games: [], totalPages: 0, totalGames: 0, currentPage: 1 };
}) as Call;

test.skipIf(!built)("what a page was made of is young memory, but for a few KB", async () => {
  const module: PageModule = await import(new URL("server/entry-server.js", buildFolder).href);
  const manifest: unknown = JSON.parse(
    await readFile(new URL("client/.vite/router-manifest.json", buildFolder), "utf8"),
  );
  const render = async () => {
    for (let nth = 0; nth < pages; nth++) {
      await renderSealed(module, `/games?page=${nth + 1}`, { call, publicUrl: "https://shop.example", manifest });
    }
  };
  // until its code is compiled
  await render();
  await render();
  expect((await bytesLeftBy(render, inHeap)) / pages).toBeLessThan(7_000);
});
