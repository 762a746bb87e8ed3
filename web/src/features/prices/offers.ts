import type { GameDetail, GameOffer } from "contract/games/schema.ts";
import type { Launcher } from "contract/prices/launchers.ts";
import { flatOffer, flatStores } from "contract/stores/flat-stores.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { withBase } from "../../api/base-path.ts";
import type { Store, Stores } from "../../api/stores.ts";

/** An offer from the API; from flat fields only a part of it. */
export type StatedOffer = Pick<GameOffer, "store" | "currency" | "price" | "link"> & Partial<GameOffer>;

/** An offer of a game at a store. */
export interface Offer {
  store: Store;
  /** In the market's currency, converted if the store charges another; `null` = not sold, or no exchange rate. */
  price: number | null;
  /** `null` when the store does not report it. */
  inStock: boolean | null;
  /** The offer as the store states it; its price is `null` when the store no longer sells the game. */
  stated: StatedOffer;
}

/** The offers of a game, unsorted; from its flat fields while the database is away. */
export function offersOf(game: GameDetail, { storeOf }: Stores): Offer[] {
  return (game.offers.length > 0 ? game.offers : flatOffers(game)).map((stated: StatedOffer) => ({
    store: storeOf(stated.store),
    price: stated.currency === game.currency ? stated.price : (stated.converted_price ?? null),
    inStock: stated.in_stock ?? null,
    stated,
  }));
}

function flatOffers(game: GameDetail): StatedOffer[] {
  return flatStores.flatMap((store) => {
    const { price, link, stock = null } = flatOffer(game, store);
    return price === null ? [] : [{ store, currency: game.currency, price, link, in_stock: stock }];
  });
}

/** The address on this site that redirects to a store. */
export function outgoingAddress(gameId: number, store: StoreKey, country: string | undefined): string {
  return withBase(`/go/${gameId}/${store}${country === undefined ? "" : `?country=${country}`}`);
}

/** The offers of a page. */
export interface RankedOffers {
  official: Offer[];
  /** Of key shops and marketplaces. */
  resold: Offer[];
  /** Without stock. */
  soldOut: Offer[];
  /** Of keys that activate on other launchers than the visitor's. */
  elsewhere: Offer[];
  /** Of stores that no longer sell the game. */
  ended: Offer[];
  /** The stores that never sold it. */
  unsold: Store[];
}

/** Which offer is the best, and which launchers the visitor uses; none = any. */
interface Ranking {
  best?: StoreKey | null;
  activates?: readonly Launcher[];
}

/**
 * Offers by price; those without an exchange rate come last. For equal prices, the best store is first and the others
 * follow the order of the stores. The best offer is never set apart: the page names it as the best.
 */
export function rankOffers(
  offers: readonly Offer[],
  stores: readonly Store[],
  { best = null, activates = [] }: Ranking = {},
): RankedOffers {
  const place = (key: StoreKey) => {
    const index = stores.findIndex((store) => store.key === key);
    return key === best ? -1 : index < 0 ? stores.length : index;
  };
  const rank = ({ price }: Offer) => price ?? Number.MAX_VALUE;
  const ranked = offers.toSorted((a, b) => rank(a) - rank(b) || place(a.store.key) - place(b.store.key));
  const groups = Map.groupBy(ranked, (offer): keyof RankedOffers => {
    const { store, inStock, stated } = offer;
    if (stated.price === null) return "ended";
    if (store.key !== best && !activatesOn(offer, activates)) return "elsewhere";
    if (store.key !== best && inStock === false) return "soldOut";
    return store.kind === "official" ? "official" : "resold";
  });
  const { official = [], resold = [], soldOut = [], elsewhere = [], ended = [] } = Object.fromEntries(groups);
  return {
    ...{ official, resold, soldOut, elsewhere, ended },
    unsold: stores.filter(({ key }) => !offers.some(({ store }) => store.key === key)),
  };
}

/** Whether an offer activates on one of the launchers, if any are chosen; one that states none does not. */
function activatesOn({ stated }: Offer, launchers: readonly Launcher[]): boolean {
  return launchers.length === 0 || (stated.activates_on ?? []).some((launcher) => launchers.includes(launcher));
}
