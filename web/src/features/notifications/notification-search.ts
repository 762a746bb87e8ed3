/** The search parameters of the page: the game that the form of a new rule opens with. */
export interface NotificationSearch {
  game?: number | undefined;
}

/** Parses an address. Everything except the id of a game is ignored. */
export function readNotificationSearch(raw: Readonly<Record<string, unknown>>): NotificationSearch {
  // the router keeps the raw values of missing names
  return { game: /^[1-9]\d{0,8}$/.test(String(raw.game)) ? Number(raw.game) : undefined };
}
