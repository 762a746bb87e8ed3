import type { GameSourceChoice, SiteSettings } from "contract/site-config/defaults.ts";
import type { Env } from "../../platform/process/env.ts";

export interface SyncChoice {
  /** Which games are read from stores. */
  games: GameSourceChoice;
  /** Whether prices and exchange rates are read. */
  prices: boolean;
}

/**
 * What the site reads from stores: as its environment says, otherwise as was chosen when it was set up, and nothing
 * before that.
 */
export function chooseSync(env: Pick<Env, "catalogueSync" | "priceSync">, settings: SiteSettings): SyncChoice {
  const chosen = (settings["sync.games_from"] || null) as GameSourceChoice | null;
  const isChosen = chosen !== null && chosen !== "none";
  const games = env.catalogueSync === false ? null : (chosen ?? (env.catalogueSync ? "starter" : null));
  return { games: games ?? "none", prices: env.priceSync ?? isChosen };
}
