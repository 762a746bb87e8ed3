/** Default texts of lists that omit explicit games or the visitor's own, loaded after the lists. */
export const hiddenTexts = {
  "hidden.games_one": "1 owned or ignored game hidden.",
  "hidden.games_other": "{count} owned or ignored games hidden.",
  "hidden.show": "Show them",
  "hidden.shown": "Owned and ignored games are shown.",
  "hidden.hide": "Hide them",
  "hidden.dlc": "Only DLC for games you own is shown.",
  "hidden.dlc_off": "Show all games",
  "hidden.explicit_one": "1 mature game is hidden.",
  "hidden.explicit_other": "{count} mature games are hidden.",
  "hidden.explicit_show": "Show",
  "hidden.explicit_failed": "That didn't work. Try again.",
} as const;
