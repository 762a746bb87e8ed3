/** Default texts of the rows above the list of free games, loaded with them. */
export const freeTexts = {
  "free.row.giveaways": "Free to keep, for now",
  "free.row.popular": "Free to play, most players",
  "free.row.demos": "Demos and prologues",
  "free.row.all": "All free games",
  "free.see_all": "See all",
  "free.see_all_of": "See all: {row}",
  "free.feed": "Feed",
} as const;
