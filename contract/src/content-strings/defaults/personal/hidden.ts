/** The texts of lists that leave out games of their visitor. In a file of their own, loaded after the lists. */
export const hiddenTexts = {
  "hidden.one": "1 owned or ignored game hidden.",
  "hidden.many": "{count} owned or ignored games hidden.",
  "hidden.show": "Show them",
  "hidden.shown": "Owned and ignored games are shown.",
  "hidden.hide": "Hide them",
} as const;
