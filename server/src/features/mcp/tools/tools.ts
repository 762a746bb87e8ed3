import { GameBundle } from "contract/bundles/schema.ts";
import { dealSections } from "contract/games/deals.ts";
import { type Game, GameDetail } from "contract/games/schema.ts";
import { listFilters } from "contract/lists/rules.ts";
import type { ListedGame } from "contract/lists/schema.ts";
import { GameSubscription } from "contract/subscriptions/schema.ts";
import { z } from "zod";
import { deskTools } from "./desk-tools.ts";
import { type Answer, country, gameId, limit, plain, quoted, type Tool, type ToolContext, tool } from "./tool.ts";

const price = z.number().nullable();
const PricedGame = z.object({
  id: z.number().int(),
  title: z.string(),
  best_price: price,
  best_store: z.string().nullable(),
  official_price: price,
  official_store: z.string().nullable(),
  cut: z.number().int().describe("Discount in percent"),
  historical_low: price,
  at_low: z.boolean().describe("Whether the best price is the lowest so far"),
  url: z.string(),
});
type PricedGame = z.output<typeof PricedGame>;

/** The fields of a game that tools read. */
const readFields = [
  ...(["id", "title", "currency", "best_price", "best_store", "best_official_price", "best_official_store"] as const),
  ...(["cut", "historical_low", "lowest_ever"] as const),
] satisfies (keyof Game)[];
type ReadGame = Pick<Game, (typeof readFields)[number]>;

/** As lists with `at_low` decide (spec/prices 5.2): a full price is no low. */
function isAtLow(cut: number, price: number | null, low: number | null): boolean {
  return cut > 0 && price !== null && low !== null && price <= low;
}

function toPriced(game: ReadGame, { addressOf }: ToolContext): PricedGame {
  const { id, best_price, best_store, cut, historical_low } = game;
  return {
    id,
    title: plain(game.title),
    best_price,
    best_store,
    official_price: game.best_official_price,
    official_store: game.best_official_store,
    cut,
    historical_low,
    at_low: game.lowest_ever || isAtLow(cut, best_price, historical_low),
    url: addressOf(id),
  };
}

function lineOf(game: PricedGame, currency: string): string {
  if (game.best_price === null) return `${quoted(game.title)} (id ${game.id}): no price`;
  const official =
    game.official_price !== null && game.official_store !== game.best_store
      ? `, official ${game.official_price} at ${game.official_store}`
      : "";
  const low = game.at_low ? ", its lowest so far" : "";
  return `${quoted(game.title)} (id ${game.id}): ${game.best_price} ${currency} at ${game.best_store}${official}${low}`;
}

/** A list of games with their currency, which all games of a market share. */
function gamesAnswer(games: readonly ReadGame[], context: ToolContext, total?: number): Answer {
  const currency = games[0]?.currency ?? null;
  const priced = games.map((game) => toPriced(game, context));
  return {
    data: { ...(total !== undefined && { total }), currency, games: priced },
    lines: priced.length === 0 ? ["Nothing found."] : priced.slice(0, 3).map((game) => lineOf(game, currency ?? "")),
  };
}

const gamesOutput = {
  total: z.number().int().optional(),
  currency: z.string().nullable(),
  games: z.array(PricedGame),
};

const searchGames = tool({
  name: "search_games",
  title: "Search games",
  description: "Find games by title, with today's best prices. Typos and abbreviations are understood.",
  input: {
    query: z.string().min(1).max(100).describe("A title, or a part of one"),
    country,
    limit: limit(10),
  },
  output: gamesOutput,
  async run({ query, country, limit }, context) {
    const { games, totalGames } = await context.call("GET /api/games", {
      query: { search: query, country, limit, fields: readFields.join() },
    });
    return gamesAnswer(games as ReadGame[], context, totalGames);
  },
});

const getGame = tool({
  name: "get_game",
  title: "Get a game's prices",
  description:
    "All of a game's offers today, its lows, whether to buy now or wait (verdict), the chance of a sale, and its best " +
    "price in other countries. Prices are in `currency` unless an entry names its own.",
  input: { id: gameId, country },
  output: {
    currency: z.string(),
    game: PricedGame,
    regular_price: price,
    sale_ends_at: z.string().nullable(),
    offers: z.array(z.object({ store: z.string(), price: z.number(), currency: z.string() })),
    lows: z.object({ official: price, keyshop: price, at: z.string().nullable() }),
    verdict: z.enum(["great", "good", "fair", "wait"]).nullable().describe("null = not enough history"),
    usual_cut: z.number().nullable(),
    sales_per_year: z.number().nullable(),
    next_sale: GameDetail.shape.next_sale.describe("Chances of a sale at official stores; null = not known"),
    subscriptions: z
      .array(GameSubscription.pick({ name: true, until: true, leaving_on: true, likely_until: true }))
      .describe("Subscriptions that include it"),
    bundles: z
      .array(
        GameBundle.pick({ title: true, store: true, from_price: true, currency: true, games: true, ends_at: true }),
      )
      .describe("Bundles that include it; their prices are not its own"),
    markets: z.array(
      z.object({ country: z.string(), price: z.number(), currency: z.string(), converted_price: price }),
    ),
  },
  async run({ id, country }, context) {
    const game = await context.call("GET /api/games/{id}", { params: { id }, query: { country } });
    const priced = toPriced(game, context);
    const offers = game.offers
      .flatMap(({ store, price, currency, in_stock }) =>
        price === null || in_stock === false ? [] : [{ store, price, currency }],
      )
      .slice(0, 12);
    const verdict = game.insight?.verdict ?? null;
    return {
      data: {
        currency: game.currency,
        game: priced,
        regular_price: game.reference_price,
        sale_ends_at: game.sale_ends_at,
        offers,
        lows: {
          official: game.historical_official_low,
          keyshop: game.historical_keyshop_low,
          at: game.historical_low_at,
        },
        verdict,
        usual_cut: game.insight?.usual_cut ?? null,
        sales_per_year: game.insight?.sales_per_year ?? null,
        next_sale: game.next_sale,
        subscriptions: game.subscriptions.slice(0, 5).map(({ name, until, leaving_on, likely_until }) => {
          return { name: plain(name), until, leaving_on, likely_until };
        }),
        bundles: game.bundles.slice(0, 3).map(({ title, store, from_price, currency, games, ends_at }) => {
          return { title: plain(title), store, from_price, currency, games, ends_at };
        }),
        markets: game.markets
          .toSorted((a, b) => (a.converted_price ?? Infinity) - (b.converted_price ?? Infinity))
          .slice(0, 8)
          .map(({ country, currency, best_price, converted_price }) => ({
            country,
            price: best_price,
            currency,
            converted_price,
          })),
      },
      lines: [lineOf(priced, game.currency), ...(verdict ? [`Verdict: ${verdict}`] : []), priced.url],
    };
  },
});

const PriceChange = z.object({ at: z.string().describe("Day in UTC"), store: z.string(), price: price });

const priceHistory = tool({
  name: "price_history",
  title: "Get a game's price history",
  description: "The latest price changes of a game, and each store's lowest price in the time asked for.",
  scope: "read:catalogue",
  input: {
    id: gameId,
    country,
    days: z.number().int().min(1).max(3_650).default(365),
    store: z.string().max(50).optional().describe("Key of a store, such as steam"),
  },
  output: {
    currency: z.string(),
    total: z.number().int().describe("Changes in that time"),
    lows: z.array(PriceChange),
    changes: z.array(PriceChange).describe("The latest 20, latest first"),
  },
  async run({ id, country, days, store }, { call, addressOf }) {
    const query = { days, country, origin: store };
    const { currency, history } = await call("GET /api/games/{id}/price-history", { params: { id }, query });
    const changes = history.map(({ recorded_at, origin, price }) => ({
      at: recorded_at.slice(0, 10),
      store: origin,
      price,
    }));
    const lows = [...Map.groupBy(changes, (change) => change.store).values()]
      .flatMap((some) => lowestOf(some) ?? [])
      .sort((a, b) => a.price! - b.price!)
      .slice(0, 10);
    const lowest = lows[0];
    return {
      data: { currency, total: changes.length, lows, changes: changes.reverse().slice(0, 20) },
      lines: [
        lowest
          ? `Lowest in ${days} days: ${lowest.price} ${currency} at ${lowest.store} on ${lowest.at}`
          : `No prices in ${days} days`,
        addressOf(id),
      ],
    };
  },
});

/** The lowest price above 0. */
function lowestOf(changes: z.output<typeof PriceChange>[]) {
  return changes
    .filter(({ price }) => price !== null && price > 0)
    .reduce<z.output<typeof PriceChange> | null>((low, one) => (low && low.price! <= one.price! ? low : one), null);
}

const deals = tool({
  name: "deals",
  title: "List deals",
  description: "Games that are discounted today, by section.",
  input: {
    section: z
      .enum(dealSections)
      .default("best")
      .describe(
        "best; lows: at their lowest price so far; cuts: biggest discounts; dropped: since yesterday; ending: ending soon",
      ),
    country,
    max_price: z.number().min(0).max(10_000).optional(),
    min_cut: z.number().int().min(1).max(99).optional(),
    official: z.boolean().optional().describe("Only official stores"),
    genre: z.string().max(50).optional(),
    limit: limit(10),
  },
  output: gamesOutput,
  async run({ official, ...query }, context) {
    const { deals, total } = await context.call("GET /api/deals", {
      query: { ...query, official: official ? "true" : undefined },
    });
    return gamesAnswer(deals, context, total);
  },
});

const PricedItem = z.object({
  game_id: z.number().int(),
  title: z.string(),
  price,
  store: z.string().nullable(),
  cut: z.number().int(),
  historical_low: price,
  at_low: z.boolean(),
  url: z.string(),
});

const listName = z.union([z.literal("wishlist"), z.number().int().positive()]);

const myLists = tool({
  name: "my_lists",
  title: "Read my wishlist and lists",
  description:
    "Without `list`: the caller's lists. With it: the games on it with today's prices, largest discount first.",
  scope: "read:lists",
  input: {
    list: listName.optional().describe('"wishlist", or the id of a list'),
    show: z.enum(listFilters).optional(),
    country,
    page: z.number().int().min(1).max(1_000).default(1),
  },
  output: {
    lists: z.array(z.object({ list: listName, name: z.string(), total: z.number().int() })).optional(),
    currency: z.string().nullable().optional(),
    total: z.number().int().optional(),
    games: z.array(PricedItem).optional(),
  },
  async run({ list, show, country, page }, { call, addressOf }) {
    if (list === undefined) {
      const { total } = await call("GET /api/wishlist", { query: { limit: 1 } });
      const { lists } = await call("GET /api/lists", {});
      const all = [
        { list: "wishlist", name: "Wishlist", total },
        ...lists.slice(0, 30).map(({ id, name, total }) => ({ list: id, name: plain(name, 60), total })),
      ];
      return { data: { lists: all }, lines: all.map((one) => `${quoted(one.name)} (${one.list}): ${one.total} games`) };
    }
    const query = { limit: 10, page, country, show, sort: "discount", order: "DESC" } as const;
    const { items, total }: { items: ListedGame[]; total: number } =
      list === "wishlist"
        ? await call("GET /api/wishlist", { query })
        : await call("GET /api/lists/{id}/items", { params: { id: list }, query });
    const games = items.map((item) => ({
      game_id: item.game_id,
      title: plain(item.title),
      price: item.lowest_price,
      store: item.lowest_price_store,
      cut: item.cut,
      historical_low: item.historical_low,
      at_low: isAtLow(item.cut, item.lowest_price, item.historical_low),
      url: addressOf(item.game_id),
    }));
    return {
      data: { currency: items[0]?.currency ?? null, total, games },
      lines: [
        `${total} games`,
        ...games.map(
          (game) => `${quoted(game.title)}: ${game.price ?? "no price"}${game.at_low ? ", at its low" : ""}`,
        ),
      ],
    };
  },
});

const OwnedGame = z.object({ game_id: z.number().int(), title: z.string(), state: z.enum(["owned", "ignored"]) });

const myLibrary = tool({
  name: "my_library",
  title: "Read my library",
  description: "The games that the caller owns or ignores.",
  scope: "read:library",
  input: {
    search: z.string().max(100).optional(),
    state: z.enum(["owned", "ignored"]).default("owned"),
    page: z.number().int().min(1).max(1_000).default(1),
  },
  output: { total: z.number().int(), games: z.array(OwnedGame) },
  async run({ search, state, page }, { call }) {
    const { items, total } = await call("GET /api/library", { query: { search, state, page, limit: 20 } });
    const games = items.map(({ game_id, game }) => ({ game_id, title: plain(game.title, 80), state }));
    return {
      data: { total, games },
      lines: [`${total} games`, ...games.slice(0, 3).map(({ title }) => quoted(title))],
    };
  },
});

const addToList = tool({
  name: "add_to_list",
  title: "Add a game to a list",
  description: "Add a game to the caller's wishlist or to one of the caller's lists.",
  scope: "write:lists",
  writes: true,
  input: { list: listName.default("wishlist"), game_id: gameId },
  output: { list: listName, game_id: z.number().int(), added: z.literal(true) },
  async run({ list, game_id }, { call }) {
    const body = { gameId: game_id };
    if (list === "wishlist") await call("POST /api/wishlist", { body });
    else await call("POST /api/lists/{id}/items", { params: { id: list }, body });
    return { data: { list, game_id, added: true }, lines: [`Game ${game_id} is on the list.`] };
  },
});

export const tools: readonly Tool[] = [
  ...[searchGames, getGame, deals, priceHistory, myLists, myLibrary, addToList],
  ...deskTools,
];
