/** Default texts of lists that omit explicit games or the visitor's own, loaded after the lists. */
export const hiddenTexts = {
  "hidden.one": "1 owned or ignored game hidden.",
  "hidden.many": "{count} owned or ignored games hidden.",
  "hidden.show": "Show them",
  "hidden.shown": "Owned and ignored games are shown.",
  "hidden.hide": "Hide them",
  "hidden.explicit_one": "1 mature game is hidden.",
  "hidden.explicit_many": "{count} mature games are hidden.",
  "hidden.explicit_show": "Show",
  "hidden.explicit_failed": "That didn't work. Try again.",
} as const;
