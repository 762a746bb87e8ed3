/** Default texts of the home page for signed-in users, loaded with what it shows them. */
export const ownHomeTexts = {
  "home.wishlist.at_low": "From your wishlist: {count} on sale, {lows} at the lowest price",
  "home.wishlist.on_sale": "From your wishlist: {count} on sale",
  "home.wishlist.see": "See what's on sale",
  "home.wishlist.nothing": "From your wishlist: nothing is on sale today",
  "home.wishlist.empty": "Your wishlist is empty. Tap the heart on a game to add it.",
} as const;
