/** The search parameters of the page: the game that the form of a new rule opens with. */
export interface NotificationSearch {
  game?: number | undefined;
}

/** Parses an address. Anything but the id of a game is dropped. */
export function readNotificationSearch(raw: Readonly<Record<string, unknown>>): NotificationSearch {
  // the router keeps parameters that are left out
  return { game: /^[1-9]\d{0,8}$/.test(String(raw.game)) ? Number(raw.game) : undefined };
}
