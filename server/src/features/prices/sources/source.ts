import type { StoreKey } from "contract/stores/store-key.ts";

/** The country whose prices are read, and the currency that they are expected in. */
export interface SourceMarket {
  /** ISO 3166, two upper-case letters. */
  country: string;
  /** ISO 4217. */
  currency: string;
}

/** The market that every site begins with: its sources have plain keys. */
export const firstCountry = "US";

/** The key of a market's source, such as `steam`, or `steam-gb` outside of the United States. */
export function marketKey(name: string, country: string): string {
  return country === firstCountry ? name : `${name}-${country.toLowerCase()}`;
}

/**
 * A product's offer as the upstream states it, checked and in our units, not yet matched with a game. Absent = not
 * stated, which leaves what is known.
 */
export interface SourceOffer {
  /** The store's own id of the product. */
  productId: string;
  /** Where the upstream names it: the surest match after the product's id. */
  steamAppid?: number;
  /** As the upstream writes it, cleaned as text alone: it may name platform, region and edition. */
  title?: string;
  /** Columns of their own in some feeds, in the upstream's words. */
  platform?: string;
  region?: string;
  edition?: string;
  /** The upstream says that this is no game, but something for one. */
  isAddition?: boolean;
  /**
   * Where a key can be activated: countries (ISO 3166, upper case) and groups of them (`activationGroups`).
   * Absent = not stated.
   */
  activatesIn?: string[];
  /** What the store charges in (ISO 4217); the market's, where no price is named. */
  currency: string;
  /** Whole minor units of the currency; 0 = free; `null` = not sold; absent = seen without a price. */
  priceMinor?: number | null;
  /** Only where the upstream names it: never derived from a percentage. */
  regularMinor?: number | null;
  link?: string;
  /** `null` = the upstream speaks of stock, but not for this product. */
  inStock?: boolean | null;
  /** A giveaway: the price holds from and until then. */
  startsAt?: Date;
  endsAt?: Date;
  /** Its line in a file. */
  line?: number;
}

/** How many play a game right now; only said where the upstream knows. */
export interface PlayerCount {
  steamAppid: number;
  playerCount: number;
}

/**
 * `shape`: not the promised format, `currency`: not the expected one, `price`: not plausible, `platform`: not for PC,
 * `region`: not available everywhere, `repeated`: replaced later in the same reading.
 */
export type RefusalReason = "shape" | "currency" | "price" | "platform" | "region" | "repeated";

/** An entry of the upstream that is not used. */
export interface Refusal {
  /** The product's id or title, or `line 12` of a file. */
  what: string;
  /** The store's own id of the product, where it could be read. */
  productId?: string;
  reason: RefusalReason;
  /** For people, without a full stop. */
  message: string;
}

export interface SourcePage<Item> {
  items: Item[];
  refusals: Refusal[];
  /** Pass it to `read` as `after` to continue behind this page; `null` = readings start from the beginning. */
  cursor: string | null;
  /** Identifies the whole reading, for `knownVersion` of the next one. Valid once the reading is complete. */
  version: string | null;
  /** The upstream has not changed since `knownVersion`; there are no items. */
  unchanged: boolean;
}

export interface ReadOptions {
  /** Aborts the reading, also during a response or a pause. */
  signal: AbortSignal;
  /** `cursor` of the last page that was dealt with, when an earlier reading broke off. */
  after?: string | null;
  /**
   * `version` of the last complete reading. Leave it out to reread everything,
   * as after a decision about matches, which the upstream knows nothing of.
   */
  knownVersion?: string | null;
}

/**
 * An upstream, read page by page. A reading is complete when its pages end; one that throws SourceError says nothing
 * about the products that it did not reach.
 */
export interface Source<Item> {
  /** One for each source and market. */
  key: string;
  store: StoreKey;
  /** Where its offers are sold (ISO 3166). */
  country: string;
  /** A complete reading has every product that the store sells, so that absence means "not sold". */
  exhaustive: boolean;
  /** Must be read to its end before it is believed, since it may be cut off (spec/price-sources 4.5). */
  atomic: boolean;
  read(options: ReadOptions): AsyncGenerator<SourcePage<Item>>;
}

export type PriceSource = Source<SourceOffer>;

/**
 * Why a reading ended early. `unreachable`: the upstream does not respond or fails; `rateLimited`: until `retryAt` if
 * it says so; `invalid`: its response is not believed; `stopped`: our own signal.
 */
export class SourceError extends Error {
  readonly reason: "unreachable" | "rateLimited" | "invalid" | "stopped";
  readonly retryAt: Date | null;

  constructor(reason: SourceError["reason"], message: string, retryAt: Date | null = null) {
    super(message);
    this.reason = reason;
    this.retryAt = retryAt;
  }
}

/** What an aborted reading throws. */
export function stopped(): SourceError {
  return new SourceError("stopped", "stopped");
}
