import { expect, test } from "vitest";
import { us } from "../../../test/markets.ts";
import { startUpstream } from "../../../test/servers/upstream-server.ts";
import { createClient } from "./client.ts";
import { type ListSteamApps, openSteam, type SteamApp } from "./steam.ts";

const upstream = await startUpstream();
const client = createClient({ publicUrl: "https://games.example", paceMs: 0 });

async function readItems(listApps: ListSteamApps) {
  const source = openSteam({ market: us, storeUrl: upstream.origin, client, listApps });
  const pages = await Array.fromAsync(source.read({ signal: new AbortController().signal }));
  return pages.flatMap((page) => page.items);
}

type Facts = Omit<SteamApp, "appid">;

test.each<[string, Facts, boolean, number | null | undefined, number]>([
  ["is free by its details", { isPriced: false, isFree: true }, true, 0, 1],
  ["costs something by its details", { isPriced: false, isFree: false }, false, undefined, 1],
  ["is not known and free", { isPriced: false, isFree: null }, true, 0, 2],
  ["is not known and not free", { isPriced: false, isFree: null }, false, null, 2],
  ["was priced and is free now", { isPriced: true, isFree: false }, true, 0, 2],
  ["was priced and is not sold", { isPriced: true, isFree: null }, false, null, 2],
  ["was priced, and was free by older details", { isPriced: true, isFree: true }, false, null, 2],
])("a game without a price that %s", async (_, app, isFreeNow, price, calls) => {
  upstream.respondWith((request, response) => {
    const isDetail = new URL(request.url!, upstream.origin).searchParams.get("filters") === "basic";
    response.end(JSON.stringify({ 730: { success: true, data: isDetail ? { is_free: isFreeNow } : [] } }));
  });
  const listApps = async (after: number) => (after ? [] : [{ appid: 730, ...app }]);
  const before = upstream.calls.length;
  const [item] = await readItems(listApps);
  expect([item!.priceMinor, upstream.calls.length - before]).toEqual([price, calls]);
});

test("of games without a price and details the ten most played ones of a page are looked up", async () => {
  const asked: number[] = [];
  upstream.respondWith((request, response) => {
    const { searchParams } = new URL(request.url!, upstream.origin);
    const ids = searchParams.get("appids")!.split(",").map(Number);
    const isDetail = searchParams.get("filters") === "basic";
    if (isDetail) asked.push(...ids);
    const data = isDetail ? { is_free: true } : [];
    response.end(JSON.stringify(Object.fromEntries(ids.map((id) => [id, { success: true, data }]))));
  });
  const apps = Array.from({ length: 30 }, (_, n) => ({ appid: n + 1, isPriced: false, isFree: null, players: n }));
  const listApps = async (after: number) => (after ? [] : apps);
  const items = await readItems(listApps);
  expect(asked.toSorted((a, b) => a - b)).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
  expect(items.filter((item) => item!.priceMinor === 0)).toHaveLength(10);
});
