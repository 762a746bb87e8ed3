import { expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue, observe } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser } from "../../test/users.ts";
import { recordOffers } from "../prices/offers/commands.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const ada = await signInUser(db, "Ada");
const bob = await signInUser(db, "Bob");

/** Whole dollars, as `[price, regular]`, today; `was` is a former price. */
const games: { title: string; steam?: [number, number]; gog?: [number, number]; was?: number; target?: number }[] = [
  { title: "At low", steam: [10, 50], was: 20, target: 12 },
  { title: "Above low", steam: [15, 20], was: 12, target: 14 },
  { title: "Always full", steam: [30, 30], target: 30 },
  { title: "Full again", steam: [50, 50], was: 25 },
  { title: "Only at GOG", gog: [8, 10], was: 16 },
  { title: "Cheaper at GOG", steam: [18, 20], gog: [5, 20], target: 6 },
  { title: "Unsold", target: 10 },
];
const offersOf = (prices: Record<string, [number, number] | undefined>) =>
  Object.fromEntries(
    Object.entries(prices).flatMap(([store, price]) =>
      price ? [[store, { priceMinor: price[0] * 100, regularMinor: price[1] * 100 }]] : [],
    ),
  );
const former = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000);
const ids = await addCatalogue(
  db,
  games.map(({ title, steam, gog, was }) => {
    const store = steam ? "steam" : "gog";
    const regular = (steam ?? gog)?.[1] ?? 0;
    return { title, offers: was === undefined ? {} : offersOf({ [store]: [was, regular] }) };
  }),
  former,
);
const today = games.flatMap(({ steam, gog }, index) => observe(ids[index]!, offersOf({ steam, gog })));
await recordOffers(db, today, { now: new Date() });

async function call(method: "GET" | "POST", path: string, payload?: object, user = ada) {
  const response = await app.inject({ method, url: `/api/${path}`, headers: user.headers, payload });
  expect(response.statusCode).toBeLessThan(300);
  return response.body === "" ? undefined : response.json();
}
const { list } = await call("POST", "lists", { name: "All" });
for (const [index, { target }] of games.entries()) {
  const gameId = ids[index]!;
  await call("POST", "wishlist", { gameId });
  await call("POST", `lists/${list.id}/items`, { gameId });
  if (target !== undefined) await call("POST", "alerts", { gameId, targetPrice: target });
  // another user's targets are not the caller's
  await call("POST", "alerts", { gameId, targetPrice: 100 }, bob);
}

const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title);

test.each([
  ["show=on_sale", ["At low", "Above low", "Only at GOG", "Cheaper at GOG"]],
  ["show=at_low", ["At low", "Only at GOG", "Cheaper at GOG"]],
  ["show=below_target", ["At low", "Always full", "Cheaper at GOG"]],
  ["show=on_sale&prices_of=steam", ["At low", "Above low", "Cheaper at GOG"]],
  ["show=at_low&prices_of=steam", ["At low", "Cheaper at GOG"]],
  ["show=below_target&prices_of=steam", ["At low", "Always full"]],
  ["show=on_sale&prices_of=activates:drm-free", ["Only at GOG", "Cheaper at GOG"]],
])("a list is narrowed by %s", async (query, shown) => {
  for (const path of ["wishlist", `lists/${list.id}/items`]) {
    const response = await call("GET", `${path}?sort=display_order&order=ASC&${query}`);
    expect(titles(response)).toEqual(shown);
    expect(response).toMatchObject({ total: shown.length, totalPages: 1 });
  }
});

const above = ["Cheaper at GOG", "At low", "Only at GOG", "Always full", "Above low", "Full again", "Unsold"];
test.each([
  ["discount", "DESC", ["At low", "Cheaper at GOG", "Above low", "Only at GOG"]],
  ["discount", "ASC", ["Only at GOG", "Above low", "Cheaper at GOG", "At low"]],
  ["above_low", "ASC", above.toSorted()],
] as const)("a list sorts by %s %s; games without it come last", async (sort, order, shown) => {
  const items = await call("GET", `wishlist?sort=${sort}&order=${order}`);
  if (sort === "discount") return expect(titles(items).slice(0, 4)).toEqual(shown);
  const percent = items.items.map((item: { lowest_price: number; historical_low: number | null }) =>
    item.historical_low === null ? Infinity : item.lowest_price / item.historical_low,
  );
  expect(percent).toEqual(percent.toSorted((a: number, b: number) => a - b));
  expect(titles(items).toSorted()).toEqual(shown);
  expect(titles(items).at(-1)).toBe("Unsold");
});

test("an item names its low, of the chosen stores if there are some", async () => {
  const lowOf = async (query: string) => {
    const { items } = await call("GET", `wishlist?sort=title&order=ASC${query}`);
    return items.find(({ title }: { title: string }) => title === "Cheaper at GOG").historical_low;
  };
  expect(await lowOf("")).toBe(5);
  expect(await lowOf("&prices_of=steam")).toBe(18);
});

test("several games are removed at once, and the others move up; those not on the list are ignored", async () => {
  for (const [path, items] of [
    ["wishlist", "wishlist"],
    [`lists/${list.id}`, `lists/${list.id}/items`],
  ] as const) {
    const left = [ids[1]!, ids[3]!];
    const removed = [...ids.filter((id) => !left.includes(id)), 2_000_000_000];
    await call("POST", `${path}/remove`, { gameIds: removed });
    await call("POST", `${path}/remove`, { gameIds: removed });
    const { items: found } = await call("GET", `${items}?sort=display_order&order=ASC`);
    expect(found).toMatchObject(left.map((game_id, index) => ({ game_id, display_order: index + 1 })));
    expect(found).toHaveLength(2);
  }
});
