/** Default texts of the suggestions under a search field, loaded with them. */
export const suggestTexts = {
  "suggest.title": "Suggestions",
  "suggest.games": "Games",
  "suggest.genres": "Genres",
  "suggest.tags": "Tags",
  "suggest.developers": "Developers",
  "suggest.see_all": "See all {count} results",
  "suggest.see_one": "See 1 result",
  "suggest.see_some": "See all results",
  "suggest.count": "{count} suggestions",
  "suggest.count_one": "1 suggestion",
  "suggest.none": 'No games match "{search}".',
  "suggest.only_explicit": 'Only mature games match "{search}".',
  "suggest.browse": "Browse all games",
} as const;
