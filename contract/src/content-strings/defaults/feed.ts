/** Default texts of feeds. Only the server reads them. */
export const feedTexts = {
  "feed.title": "{name} – {brand}",
  "feed.description": "{name}: prices in {country}, from {brand}",
  "feed.games": "Games",
  "feed.free": "Free Games",
  "feed.search": "“{search}”",
  "feed.item": "{title}: {price} at {store}",
  "feed.item_discounted": "{title}: {price} at {store} (−{cut}%)",
  "feed.regular": "Regular price: {price}.",
  "feed.low": "Historical low: {price}.",
  "feed.lowest": "The lowest price ever.",
  "feed.until": "Until {time}.",
} as const;
