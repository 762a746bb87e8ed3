/** Default texts of the home page, loaded with it. */
export const homeTexts = {
  "home.hero_title": "The best price for your next game",
  "home.hero_text": "Compare prices at every store in one place, and buy where it's cheapest.",
  "home.hero_action": "Browse Games",
  "home.deals_title": "Best Deals Right Now",
  "home.all_deals": "All Deals",
  "home.top_rated": "Top Rated Games",
  "home.view_all": "View All Games",
  "home.feature.comparison_title": "Price Comparison",
  "home.feature.comparison_text": "See every store's price at a glance.",
  "home.feature.ratings_title": "Top Ratings",
  "home.feature.ratings_text": "Ratings that weigh how many players stand behind them.",
  "home.feature.savings_title": "Average Savings",
  "home.feature.savings_value": "{percentage}%",
  "home.feature.savings_text": "What the best price saves against Steam's, on average.",
} as const;
