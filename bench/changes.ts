import { setTimeout as delay } from "node:timers/promises";
import type { Game, GameList } from "contract/games/schema.ts";
import { formatPrice, toCents, toDollars } from "contract/money.ts";
import type { Db } from "../server/src/db/connect.ts";
import { recordOffers } from "../server/src/prices/commands.ts";
import { median } from "./load.ts";
import { formatNumber, type Section } from "./report.ts";
import type { Site } from "./site.ts";

/** How late a changed price may show, in ms. */
const longestDelay = 1_000;

const givenUpAfterMs = 10_000;
const pauseMs = 3;

/** Where a price shows. */
interface View {
  name: string;
  path: string;
  shows(body: string, price: number): boolean;
}

/**
 * Changes the price of one game again and again, in this process, and looks how long it takes until other processes show
 * it. Leaves the price as it was.
 */
export async function measureChanges(sites: readonly Site[], db: Db, rounds: number): Promise<Section> {
  const delays = await timeChanges(sites, db, rounds);
  const longest = Math.max(...[...delays.values()].flat());
  return {
    title: "A changed price",
    about: `150,000 games. A price is recorded ${rounds} times by a process that is no site; ${sites.length} processes of the
site on the same database are asked every few milliseconds until they show it. Counted from the answer to the commit.`,
    tables: [
      [
        ["Shown in", "median, ms", "longest, ms"],
        ...[...delays].map(([name, times]) => [name, formatNumber(median(times)), formatNumber(Math.max(...times))]),
      ],
    ],
    bars: [
      {
        what: "shown in list, detail and HTML by every process",
        bar: `≤ ${longestDelay} ms`,
        measured: `${formatNumber(longest)} ms`,
        met: longest <= longestDelay,
      },
    ],
  };
}

/** How late every process showed each of so many changes in each place, in ms. */
export async function timeChanges(
  sites: readonly Site[],
  db: Db,
  rounds: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const list = (await (await fetch(`${sites[0]!.url}/api/games?limit=1`)).json()) as GameList;
  const game = list.games[0] as Game;
  const views = viewsOf(game.id);
  const delays = new Map(views.map(({ name }) => [name, [] as number[]]));
  for (let round = 1; round <= rounds; round++) {
    // so cheap that it is the best price, and another one each time
    const price = toDollars(round);
    await setSteamPrice(db, game.id, price);
    const changed = performance.now();
    const waits = sites.flatMap((site) =>
      views.map(async (view) => {
        await untilShown(site, view, price);
        delays.get(view.name)!.push(performance.now() - changed);
      }),
    );
    await Promise.all(waits);
  }
  await setSteamPrice(db, game.id, game.steam_price);
  return delays;
}

function viewsOf(id: number): View[] {
  const inJson = (body: string, price: number) => body.includes(`"steam_price":${price},`);
  const inHtml = (body: string, price: number) => body.includes(`${formatPrice(price)}<`);
  return [
    { name: "list", path: "/api/games", shows: inJson },
    { name: "detail", path: `/api/games/${id}`, shows: inJson },
    { name: "HTML of the list", path: "/games", shows: inHtml },
    { name: "HTML of the game", path: `/games/${id}`, shows: inHtml },
  ];
}

async function setSteamPrice(db: Db, gameId: number, price: number | null): Promise<void> {
  const priceCents = price === null ? null : toCents(price);
  await recordOffers(db, [{ gameId, store: "steam", priceCents }], { now: new Date() });
}

async function untilShown(site: Site, { path, shows }: View, price: number): Promise<void> {
  const start = performance.now();
  while (!shows(await (await fetch(site.url + path)).text(), price)) {
    if (performance.now() - start > givenUpAfterMs) throw new Error(`${path} never showed the price ${price}`);
    await delay(pauseMs);
  }
}
