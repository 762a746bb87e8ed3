/** Default texts of lists that omit the visitor's own games, loaded after the lists. */
export const hiddenTexts = {
  "hidden.one": "1 owned or ignored game hidden.",
  "hidden.many": "{count} owned or ignored games hidden.",
  "hidden.show": "Show them",
  "hidden.shown": "Owned and ignored games are shown.",
  "hidden.hide": "Hide them",
} as const;
