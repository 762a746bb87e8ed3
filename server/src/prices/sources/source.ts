import type { StoreKey } from "contract/stores.ts";

/** Where prices come from (spec/price-sources 1). Epic's giveaways are offers of the Other store, beside its feed. */
export const sourceKeys = ["steam", "gog", "cdkeys", "other", "epic"] as const;

export type SourceKey = (typeof sourceKeys)[number];

/**
 * What an upstream says that a product costs, checked and in our units, not yet matched with a game.
 * A part that is `undefined` was not said, which leaves what is known; `null` is a statement of its own.
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
  /** US cents, 0 to $10,000; 0 = free; `null` = the store says that it does not sell it; left out = seen without a price. */
  priceCents?: number | null;
  /** Only where the upstream names it: nothing is made up from a percentage. */
  regularCents?: number | null;
  link?: string;
  /** `null` = the upstream speaks of stock, but not for this product. */
  inStock?: boolean | null;
  /** A giveaway: the price holds from and until then. */
  startsAt?: Date;
  endsAt?: Date;
  /** Where it stands in a file. */
  line?: number;
}

/** How many play a game right now; only said where the upstream knows. */
export interface PlayerCount {
  steamAppid: number;
  playerCount: number;
}

/**
 * `shape`: not what the upstream promises, `currency`: not US dollars, `price`: no amount that is believed,
 * `platform`, `region`: not for a PC, not for everybody; `repeated`: said again later in the same reading.
 */
export type RefusalReason = "shape" | "currency" | "price" | "platform" | "region" | "repeated";

/** Something that the upstream said and that nobody acts on. */
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
  /** Hand it to `read` as `after` to go on behind this page; `null` = this source can only be read from its beginning. */
  cursor: string | null;
  /** What the whole reading is known by, for `knownVersion` of the next one; good only once the reading is complete. */
  version: string | null;
  /** The upstream stands as it stood at `knownVersion`: what was seen then is seen again. There are no items then. */
  unchanged: boolean;
}

export interface ReadOptions {
  /** Ends the reading, also in the middle of an answer or of a pause. */
  signal: AbortSignal;
  /** `cursor` of the last page that was dealt with, when an earlier reading broke off. */
  after?: string | null;
  /**
   * `version` of the last complete reading. Leave it out to read everything anew,
   * as after a decision about matches, which the upstream knows nothing of.
   */
  knownVersion?: string | null;
}

/**
 * An upstream that is read page by page, politely, and writes nothing. A reading is complete when its pages end;
 * one that throws SourceError is not, and says nothing of products that it did not come to.
 */
export interface Source<Item> {
  key: SourceKey | "steam-players";
  store: StoreKey;
  /**
   * A complete reading names every product that the store sells, so that absence means something.
   * Giveaways and player counts come and go, and who is asked game by game names nothing else: there it means nothing.
   */
  coversStore: boolean;
  /** Must be read to its end before anything of it is believed, as a feed that may be cut off (spec/price-sources 4.5). */
  wholeFirst: boolean;
  read(options: ReadOptions): AsyncGenerator<SourcePage<Item>>;
}

export type PriceSource = Source<SourceOffer>;

/**
 * Why a reading ended early. `away`: the upstream does not answer or fails; `busy`: it wants to be left alone, until
 * `retryAt` where it says so; `broken`: it answers, but with something that is not believed; `stopped`: our own signal.
 */
export class SourceError extends Error {
  readonly reason: "away" | "busy" | "broken" | "stopped";
  readonly retryAt: Date | null;

  constructor(reason: SourceError["reason"], message: string, retryAt: Date | null = null) {
    super(message);
    this.reason = reason;
    this.retryAt = retryAt;
  }
}

/** What a reading that our own signal has ended throws. */
export function stopped(): SourceError {
  return new SourceError("stopped", "stopped");
}
