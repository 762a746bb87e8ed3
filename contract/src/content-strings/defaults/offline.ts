/** Default texts of the installed and the offline site. */
export const offlineTexts = {
  "offline.as_of": "Offline: as of {time}",
  "offline.title": "You are offline",
  "offline.text":
    "This page needs a connection. Lists, games and the wishlist that you have opened before are still here.",
  "offline.retry": "Try again",
  "offline.home": "Home",
} as const;
