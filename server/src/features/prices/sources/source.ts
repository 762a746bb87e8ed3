import type { Launcher } from "contract/prices/launchers.ts";
import type { RefusalCount } from "contract/prices/source-schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";

/** The country whose prices are read, and the currency that they are expected in. */
export interface SourceMarket {
  /** ISO 3166, two upper-case letters. */
  country: string;
  /** ISO 4217. */
  currency: string;
  /** How it writes amounts (BCP 47). */
  locale?: string;
}

/** The market that every site begins with: its sources have plain keys. */
export const firstCountry = "US";

/** The key of a market's source, such as `steam`, or `steam-gb` outside of the United States. */
export function marketKey(name: string, country: string): string {
  return country === firstCountry ? name : `${name}-${country.toLowerCase()}`;
}

/**
 * A product's offer as the upstream states it, checked and in our units, not yet matched with a game. Absent = not
 * stated, which leaves the stored value.
 */
export interface SourceOffer {
  /** The store's own id of the product. */
  productId: string;
  /** If stated: the surest match after the product's id. */
  steamAppid?: number;
  /** The upstream's title with only its text cleaned: it may include platform, region and edition. */
  title?: string;
  /** Separate columns in some feeds, in the upstream's words. */
  platform?: string;
  region?: string;
  edition?: string;
  /** Paths such as "Games > DLC", separated by bars. */
  productType?: string;
  /** Copies in one product, if stated. */
  copies?: number;
  /** According to the upstream, several products in one. */
  isBundle?: boolean;
  /** Of the game, if stated. */
  releaseYear?: number;
  /** According to the upstream, not a game but something for one. */
  isAddition?: boolean;
  /**
   * Where a key can be activated according to a column: countries (ISO 3166, upper case) and groups of them, as
   * `readPlaces` has them.
   * Absent = not stated.
   */
  activatesIn?: string[];
  /** The currency of the price (ISO 4217); the market's, if there is no price. */
  currency: string;
  /** Whole minor units of the currency; 0 = free; `null` = not sold; absent = seen without a price. */
  priceMinor?: number | null;
  /** Only if stated by the upstream: never computed from a percentage. */
  regularMinor?: number | null;
  link?: string;
  /** `null` = the upstream states stock, but not for this product. */
  inStock?: boolean | null;
  /** The period of a giveaway. */
  startsAt?: Date;
  endsAt?: Date;
  /** The end of the sale at this price, above 0. */
  saleEndsAt?: Date;
  /** What a key activates on (`contract/prices/launchers.ts`). Absent = not stated. */
  activatesOn?: Launcher[];
  /** The price is 0 and nothing says that it is free: it counts only if the game is free at its own platform. */
  isBareZero?: boolean;
  /** Optional cells that could not be used, for people. */
  warnings?: string[];
  /** The line in a file. */
  line?: number;
}

/** The current number of players of a game. */
export interface PlayerCount {
  steamAppid: number;
  playerCount: number;
}

/**
 * `shape`: not the promised format, `currency`: not the expected one, `price`: not plausible, `platform`: not for PC,
 * `region`: not available everywhere, `repeated`: replaced later in the same reading, `zero`: a price of 0 that nothing
 * explains. `cell` is only a warning: the entry counts without an optional value.
 */
export type RefusalReason = RefusalCount["reason"];

/** An entry of the upstream that is not used. */
export interface Refusal {
  /** The product's id or title, or `line 12` of a file. */
  what: string;
  /** The store's own id of the product, if it could be read. */
  productId?: string;
  reason: RefusalReason;
  /** For people, without a full stop. */
  message: string;
}

/** Whether the entry counts, without some of its values. */
export function isWarning({ reason }: Pick<Refusal, "reason">): boolean {
  return reason === "cell";
}

export interface SourcePage<Item> {
  items: Item[];
  refusals: Refusal[];
  /** Pass it to `read` as `after` to continue after this page; `null` = readings start from the beginning. */
  cursor: string | null;
  /** Identifies the whole reading, for `knownVersion` of the next one. Valid once the reading is complete. */
  version: string | null;
  /** The upstream has not changed since `knownVersion`; there are no items. */
  unchanged: boolean;
}

export interface ReadOptions {
  /** Aborts the reading, also during a response or pause. */
  signal: AbortSignal;
  /** `cursor` of the last page processed by an interrupted reading. */
  after?: string | null;
  /**
   * `version` of the last complete reading. Leave it out to reread everything,
   * such as after a decision about matches, which does not change the upstream's version.
   */
  knownVersion?: string | null;
}

/**
 * An upstream, read page by page. A reading is complete when its pages end; if it throws SourceError, the products that
 * it did not reach are unknown.
 */
export interface Source<Item> {
  /** Unique by source and market. */
  key: string;
  store: StoreKey;
  /** Where its offers are sold (ISO 3166). */
  country: string;
  /** A complete reading has every product that the store sells, so that absence means "not sold". */
  exhaustive: boolean;
  /** Must be read completely before it is used, since it may be truncated (spec/price-sources 4.5). */
  atomic: boolean;
  read(options: ReadOptions): AsyncGenerator<SourcePage<Item>>;
}

export type PriceSource = Source<SourceOffer>;

/**
 * Why a reading ended early. `unreachable`: the upstream does not respond or fails; `rateLimited`: until `retryAt` if
 * stated; `invalid`: its response is invalid or implausible; `stopped`: our own signal.
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

/** The error of an aborted reading. */
export function stopped(): SourceError {
  return new SourceError("stopped", "stopped");
}
