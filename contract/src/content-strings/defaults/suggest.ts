/** Default texts of the suggestions under a search field, loaded with them. */
export const suggestTexts = {
  "suggest.title": "Suggestions",
  "suggest.games": "Games",
  "suggest.genres": "Genres",
  "suggest.tags": "Tags",
  "suggest.developers": "Developers",
  "suggest.see_all": "See all {count} results",
  "suggest.see_some": "See all results",
  "suggest.count": "{count} suggestions",
} as const;
