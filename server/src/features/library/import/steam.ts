import { compareWishes, type SteamProblem } from "contract/library/rules.ts";
import { z } from "zod";
import { shown } from "../../../platform/files/row-values.ts";
import type { SourceClient } from "../../prices/sources/client.ts";
import { SourceError } from "../../prices/sources/source.ts";
import { entryOf, type ImportEntry, timeOf, titleOf } from "./entry.ts";

export interface SteamAccess {
  /** STEAM_WEB_API_URL */
  url: string;
  /** STEAM_WEB_API_KEY */
  key: string;
  client: SourceClient;
}

export interface SteamGames {
  entries: ImportEntry[];
  problems: SteamProblem[];
}

/** Accounts with 30,000 games exist. */
const limits = { maxBytes: 20_000_000, totalMs: 10_000 };

const Appid = z
  .int()
  .positive()
  .max(2 ** 31 - 1);
const Owned = z.object({
  response: z.object({
    game_count: z.int().optional(),
    games: z.array(z.object({ appid: Appid, name: z.string().optional() })).optional(),
  }),
});
const Wishlist = z.object({
  response: z.object({
    items: z.array(z.object({ appid: Appid, priority: z.int().min(0), date_added: z.int().min(0) })).optional(),
  }),
});

/** The response for a private library is empty; one without games has a count of 0. */
export function readOwnedGames(body: unknown): SteamGames {
  const { response } = parsed(Owned, body, "owned games");
  if (response.games === undefined && response.game_count === undefined) return { entries: [], problems: ["private"] };
  const entries = (response.games ?? []).map(({ appid, name }) =>
    entryOf({ as: "owned", steamAppid: appid, title: titleOf(name) }),
  );
  return { entries, problems: [] };
}

/** In the owner's order. A private wishlist and an empty one look the same. */
export function readWishlist(body: unknown): SteamGames {
  const items = parsed(Wishlist, body, "a wishlist").response.items ?? [];
  if (items.length === 0) return { entries: [], problems: ["no_wishlist"] };
  const entries = items
    .toSorted(compareWishes)
    .map(({ appid, date_added }) => entryOf({ as: "wished", steamAppid: appid, addedAt: timeOf(date_added) }));
  return { entries, problems: [] };
}

function parsed<Schema extends z.ZodType>(schema: Schema, body: unknown, what: string): z.output<Schema> {
  const result = schema.safeParse(body);
  if (!result.success) throw new SourceError("invalid", `Steam responded ${shown(body)} instead of ${what}`);
  return result.data;
}

/** The games that a Steam account owns, and its wishlist. Throws SourceError when Steam does not respond with them. */
export async function readSteamAccount(
  { url, key, client }: SteamAccess,
  steamId: string,
  signal: AbortSignal,
): Promise<SteamGames> {
  async function fetchGames(path: string, more: Record<string, string>, read: (body: unknown) => SteamGames) {
    const query = new URLSearchParams({ key, steamid: steamId, ...more });
    return client.json(`${url}/${path}/v1/?${query}`, { ...limits, signal }, read);
  }
  const owned = await fetchGames(
    "IPlayerService/GetOwnedGames",
    { include_appinfo: "1", include_played_free_games: "1" },
    readOwnedGames,
  );
  const wished = await fetchGames("IWishlistService/GetWishlist", {}, readWishlist);
  return {
    entries: [...owned.entries, ...wished.entries],
    problems: [...owned.problems, ...wished.problems],
  };
}
