import { linkPlace } from "contract/stores/rules.ts";
import type { LinkTemplates } from "contract/stores/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, eq, isNotNull, sql } from "../../platform/db/drizzle.ts";
import { games } from "../games/table.ts";
import { offers } from "../prices/table.ts";
import { stores } from "../stores/table.ts";

export interface OfferKey {
  gameId: number;
  store: StoreKey;
  country: string;
}

/** The link of a store's offer for visitors of a market, in the store's template; `null` without an offer or a link. */
export function prepareFindLink(db: Db): (offer: OfferKey) => Promise<string | null> {
  const statement = db
    .select({ link: offers.link, appid: games.steamAppid, templates: stores.linkTemplates })
    .from(offers)
    .innerJoin(games, and(eq(games.id, offers.gameId), eq(games.hidden, false)))
    .innerJoin(stores, and(eq(stores.key, offers.store), eq(stores.enabled, true)))
    .where(
      and(
        eq(offers.gameId, sql.placeholder("gameId")),
        eq(offers.store, sql.placeholder("store")),
        eq(offers.country, sql.placeholder("country")),
        isNotNull(offers.priceMinor),
      ),
    )
    .prepare("find_offer_link");
  return async (offer) => {
    const [found] = await statement.execute({ ...offer });
    if (!found) return null;
    const { appid, templates } = found;
    const steamPage = offer.store === "steam" && appid !== null ? `https://store.steampowered.com/app/${appid}/` : null;
    const link = found.link ?? steamPage;
    return link === null ? null : applyTemplate(link, templates, offer.country);
  };
}

/** The link in the country's template, else in the default one; unchanged without either. */
function applyTemplate(link: string, templates: LinkTemplates, country: string): string {
  const template = templates[country] ?? templates["*"];
  return template ? template.replace(linkPlace, () => encodeURIComponent(link)) : link;
}
