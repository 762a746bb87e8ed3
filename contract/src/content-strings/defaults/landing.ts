/** Default texts of landing pages, loaded with them and with lists of links to them. */
export const landingTexts = {
  "landing.title.genre": "{name} Games",
  "landing.title.tag": "Games Tagged {name}",
  "landing.title.developer": "Games by {name}",
  "landing.title.store": "Games at {name}",
  "landing.title.under": "Games under {name}",
  "landing.page_title": "{title}, Page {page}",
  "landing.description": "{title}: {count} in the catalogue, {on_sale} on sale. Find the best price of each.",
  "landing.text.genre": "Compare the prices of {name} games across all stores. The most popular ones come first.",
  "landing.text.tag":
    "Games that players tag as {name}, with their best prices across all stores. The most popular ones come first.",
  "landing.text.developer": "All games by {name}, with their best prices across all stores.",
  "landing.text.store":
    "Games that {name} sells, each with its best price at any store. The most popular ones come first.",
  "landing.text.under": "Games that cost {name} or less at the cheapest store. The most popular ones come first.",
  "landing.breadcrumbs": "Breadcrumbs",
  "landing.count": "Games",
  "landing.on_sale": "On sale now",
  "landing.cheapest": "Cheapest",
  "landing.best_rated": "Best rated",
  "landing.filter": "Filter These Games",
  "landing.feed": "Feed",
  "landing.popular_genres": "Popular Genres",
} as const;
