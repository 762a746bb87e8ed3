/** What a rule had to say about one game. Amounts in the currency's whole units, such as 14.99. */
export interface ChannelItem {
  gameId: number;
  title: string;
  /** The game's page, absolute. */
  url: string;
  /** The store's name. */
  store: string;
  /** `null` = not for sale, which only "back in stock" can be about. */
  price: number | null;
  /** `null` = there was none. */
  oldPrice: number | null;
  /** ISO 4217. */
  currency: string;
  /** Why it is told, as a sentence. */
  reason: string;
}

/** What a channel delivers: one event, or all of a digest. Plain text. */
export interface ChannelMessage {
  /** The same whenever this message is tried again, and of no other message: receivers can drop repetitions by it. */
  id: string;
  title: string;
  text: string;
  /** Where it leads, absolute. */
  url: string;
  items: ChannelItem[];
  at: Date;
}

/** `retry`: later, with the same id. `gone`: never; the channel's address is no longer there. */
export type DeliveryOutcome = "delivered" | "retry" | "gone";
