/** Default texts of the home page, loaded with it. */
export const homeTexts = {
  "home.hero_title": "The best price for your next game",
  "home.hero_text": "Compare Steam, CDKeys, GOG and more in one place, and buy where it costs least.",
  "home.hero_action": "Browse Games",
  "home.deals_title": "Best Deals Right Now",
  "home.all_deals": "All Deals",
  "home.top_rated": "Top Rated Games",
  "home.view_all": "View All Games",
  "home.feature.comparison_title": "Price Comparison",
  "home.feature.comparison_text": "One look shows what every store asks for a game.",
  "home.feature.ratings_title": "Top Ratings",
  "home.feature.ratings_text": "Ratings that weigh how many players stand behind them.",
  "home.feature.savings_title": "Average Savings",
  "home.feature.savings_value": "{percentage}%",
  "home.feature.savings_text": "What the best price saves against Steam's, on average.",
} as const;
