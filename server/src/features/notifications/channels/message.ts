/** One notification, for any channel. */
export interface ChannelMessage {
  /** Stays the same when the message is sent again, so that receivers can drop duplicates. */
  id: string;
  title: string;
  text: string;
  /** Where it links to; a path is on the site. */
  url: string;
  items: MessageItem[];
  at: Date;
}

export interface MessageItem {
  gameId: number;
  title: string;
  url: string;
  /** The store's name. */
  store: string;
  /** In `currency`; `null` = not sold. */
  price: number | null;
  oldPrice: number | null;
  currency: string;
  /** Why the game is included, in a few words. */
  reason: string;
}
