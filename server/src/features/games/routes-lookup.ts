import { invalid } from "contract/core/errors.ts";
import { type LookupKey, lookupEndpoints, lookupKeys, maxLookups, maxVerdicts } from "contract/games/lookup-api.ts";
import type { FastifyInstance } from "fastify";
import { bind } from "../../platform/http/bind.ts";
import { openToOtherSites } from "../../platform/http/security/headers.ts";
import type { GameOptions } from "./routes.ts";

export interface LookupOptions extends Pick<GameOptions, "gameIndex" | "openMarket" | "readPrices"> {
  /** The ids of the games that the names certainly mean; `null` for all others. */
  lookUpGames(key: LookupKey, names: readonly string[]): Promise<(number | null)[]>;
  /** The absolute addresses of games' pages in a country, by default the default market, by id. */
  gameAddresses(country: string | undefined): (id: number) => string;
}

type Asked = Partial<Record<LookupKey, string | string[]>>;

/** Mounts `GET /api/lookup`, which other sites and the userscript call (spec/embeds 1). */
export function lookupRoutes(app: FastifyInstance, options: LookupOptions): void {
  const { lookUpGames, gameIndex, openMarket, readPrices, gameAddresses } = options;
  app.register(async (scope) => {
    scope.addHook("onRequest", async (_, reply) => {
      openToOtherSites(reply);
    });
    bind(
      scope,
      lookupEndpoints.lookup,
      async ({ query: { country, ...asked } }) => {
        const market = await openMarket({ country });
        const { names, ids } = await findGames(asked);
        const games = await gameIndex.listGames(market, [...new Set(ids.filter((id) => id !== null))]);
        const addressOf = gameAddresses(country);
        const shown = await Promise.all(
          games.map(async (game) => {
            const hasVerdict = names.length <= maxVerdicts && game.best_price !== null;
            const prices = hasVerdict ? await readPrices(game.id, market) : null;
            const verdict = prices?.past.insight?.verdict ?? null;
            return [game.id, { ...game, url: addressOf(game.id), verdict }] as const;
          }),
        );
        const byId = new Map(shown);
        return { games: Object.fromEntries(names.map((name, n) => [name, byId.get(ids[n] ?? 0) ?? null])) };
      },
      { skipResponseValidation: true },
    );
  });

  /** What is asked for, and the id of the one game that each certainly is. */
  async function findGames(asked: Asked): Promise<{ names: string[]; ids: (number | null)[] }> {
    const key = lookupKeys.find((one) => asked[one] !== undefined)!;
    const value = asked[key]!;
    const find = async (names: string[]) => {
      return { names, ids: await lookUpGames(key, names) };
    };
    if (typeof value !== "string") return find(value);
    // a single title may contain commas
    const whole = key === "title" && value.includes(",") ? await find([value]) : null;
    return whole?.ids[0] ? whole : find(requireNames(key, value));
  }
}

function requireNames(key: LookupKey, value: string): string[] {
  const names = [...new Set(value.split(key === "url" ? /,(?=https?:)/ : ",").map((name) => name.trim()))];
  const problem = names.length > maxLookups ? `At most ${maxLookups} at once` : names.includes("") ? "Is empty" : null;
  if (problem) throw invalid([{ path: key, msg: problem }]);
  return names;
}
