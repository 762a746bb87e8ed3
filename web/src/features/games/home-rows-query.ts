import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { DealSection } from "contract/games/deals.ts";
import { landingPrices } from "contract/games/landing/rules.ts";
import type { PartialGame } from "contract/games/schema.ts";
import { marketKey } from "../../api/market.ts";
import { atMyStores } from "../../api/my-stores.ts";
import { type CardGame, cardFields, pickFields } from "./queries.ts";

/** The rows of the home page, first to last. */
const homeRows = ["popular", "lows", "ending", "free", "dropped", "under"] as const;
export type HomeRow = (typeof homeRows)[number];

/** How many games a row shows, and how many it takes them from: a game is shown in one row only. */
const shownGames = 5;
const limit = 15;

/** The amount of the last row, in a market's currency. */
export const lowestStep = (currency: string) => landingPrices(currency)[0]!;

/** What the home page shows of today's prices: the first games of each row. */
export function homeRowsQuery(call: Call, { country, currency }: { country: string | undefined; currency: string }) {
  return queryOptions({
    queryKey: ["games", "home-rows", ...marketKey(country)],
    queryFn: async ({ signal }) => {
      const popular = async (filters: { max_price?: number }) => {
        const query = { ...filters, min_cut: 1, sortBy: "popularity", limit, fields: cardFields.join(",") } as const;
        return (await call("GET /api/games", { query: atMyStores({ ...query, country }) }, { signal })).games;
      };
      const deals = async (section: DealSection, filters: { official?: "true"; free?: "true" }) => {
        const query = { ...filters, section, limit, country };
        return (await call("GET /api/deals", { query: atMyStores(query) }, { signal })).deals;
      };
      const found: Record<HomeRow, PartialGame[]> = await resolved({
        popular: popular({}),
        lows: deals("lows", { official: "true" }),
        // giveaways have a row of their own
        ending: deals("ending", {}).then((games) => games.filter(({ best_price }) => best_price !== 0)),
        free: deals("ending", { free: "true" }),
        dropped: deals("dropped", {}),
        under: popular({ max_price: lowestStep(currency) }),
      });
      const seen = new Set<number>();
      return homeRows.map((name): { name: HomeRow; games: CardGame[] } => {
        const games = found[name].filter(({ id }) => !seen.has(id)).slice(0, shownGames);
        for (const { id } of games) seen.add(id);
        return { name, games: games.map((game) => pickFields(game, cardFields)) };
      });
    },
  });
}

async function resolved<Name extends string, Value>(promises: Record<Name, Promise<Value>>) {
  const entries = Object.entries(promises) as [Name, Promise<Value>][];
  return Object.fromEntries(await Promise.all(entries.map(async ([name, promise]) => [name, await promise]))) as Record<
    Name,
    Value
  >;
}
