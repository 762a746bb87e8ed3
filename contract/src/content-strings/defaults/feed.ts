/** Default texts of feeds. Only the server reads them. */
export const feedTexts = {
  "feed.title": "{name} – {brand}",
  "feed.description": "{name}: prices in {country}, from {brand}",
  "feed.games": "Games",
  "feed.free": "Free Games",
  "feed.bundles": "Game bundles",
  "feed.search": "“{search}”",
  "feed.item": "{title}: {price} at {store}",
  "feed.item_discounted": "{title}: {price} at {store} (−{cut}%)",
  "feed.regular": "Regular price: {price}.",
  "feed.steam_reference": "Steam's price: {price}.",
  "feed.low": "Historical low: {price}.",
  "feed.lowest": "The lowest price ever.",
  "feed.lowest_official": "The lowest price of official stores.",
  "feed.lowest_keyshop": "The lowest price of key shops.",
  "feed.ties_low": "Ties its low.",
  "feed.until": "Until {time}.",
} as const;
