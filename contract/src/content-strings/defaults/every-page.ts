import { brand } from "../../brand.ts";

/**
 * Default texts that all pages of the storefront share, by key, with the titles of all pages: every visitor loads them.
 * Texts of individual screens are in the other files of this folder, each loaded with its screens. The first part of a
 * key is its category; names in braces are its variables. `{brand}` is filled with the value of `header.brand_name`
 * everywhere. Keys avoid the words "url" and "link", which mean that the value is an address
 * (spec/content-and-settings 1.4).
 */
export const defaultTexts = {
  "header.brand_name": brand.name,
  "header.skip": "Skip to the content",
  "header.menu": "Menu",
  "header.search": "Search games",
  "header.search_submit": "Search",
  "header.account": "Account",
  "header.country": "Country and currency",
  "header.nav.home": "Home",
  "header.nav.explore": "Explore",
  "header.nav.all_games": "All Games",
  "header.nav.deals": "Deals",
  "header.nav.free_games": "Free Games",
  "header.nav.wishlist": "Wishlist",
  "header.nav.profile": "Profile",
  "header.nav.admin": "Admin Panel",
  "header.nav.login": "Login",
  "header.nav.logout": "Logout",
  "header.theme.dark": "Switch to the dark theme",
  "header.theme.light": "Switch to the light theme",

  "footer.tagline": "{brand} helps you find the best deals and build your game library.",
  "footer.contact": "Contact",
  "footer.about": "About",
  "footer.about_text": "We compare the prices of Steam, CDKeys, GOG and other stores, and keep their history.",
  "footer.privacy": "Privacy",
  "footer.terms": "Terms",
  "footer.network": "Follow us",
  "footer.chat": "Join the chat",

  "site.description":
    "Compare the prices of video games over Steam, CDKeys, GOG and other stores, and find the best deal.",
  "site.sample_notice": "Sample catalogue: prices are made up.",

  "status.loading": "Loading {brand}…",
  "status.retry": "Retry",
  "status.rate_limited": "Rate limited. Please try again later.",
  "status.error_title": "Something went wrong",
  "status.error_text": "An unexpected error occurred. Please try refreshing the page.",
  "status.error_retry": "Try Again",
  "status.error_refresh": "Refresh Page",
  "status.go_home": "Go Home",
  "status.not_found_title": "Page Not Found",
  "status.not_found_text": "There is nothing at this address.",

  "home.title": "Compare game prices and find the best deals",
  "home.load_failed": "Failed to load games",

  "browse.title": "Browse Games",
  "browse.description": "Search and sort all games, and compare their prices over the stores.",
  "browse.empty_box": "Empty the search box",
  "browse.empty": "No games available at the moment.",
  "browse.load_failed": "Failed to load games. Please try again.",
  "browse.pages": "Pages",
  "browse.previous": "Previous",
  "browse.next": "Next",

  "deals.title": "Deals",
  "deals.description": "The best prices for games right now: historical lows, big discounts, and sales that end soon.",
  "deals.load_failed": "Failed to load deals. Please try again.",

  "free.title": "Free Games",
  "free.description": "Games that cost nothing, sorted by rating, release or score.",
  "free.badge": "FREE",
  "free.load_failed": "Failed to load free games. Please try again.",

  "game.description_priced": "{title} from {price} at {store}. Compare its price across all stores.",
  "game.description_plain": "Compare the price of {title} across all stores.",
  "game.not_found": "Game not found",
  "game.load_failed": "Failed to load game details. Please try again.",
  "game.rating": "Rating",
  "game.metacritic": "Metacritic",
  "game.players": "Players",
  "game.lowest_ever": "Lowest ever",
  "game.lowest_official": "Lowest official price",
  "game.lowest_keyshop": "Lowest key-shop price",
  "game.ties_low": "Ties its low",
  "game.regular_price": "Regular price",
  "game.steam_reference": "Steam's price",
  "game.kind_official": "official",
  "game.kind_keyshop": "key shop",
  "game.kind_marketplace": "marketplace",
  "game.official_from": "Official from {price}",
  "game.ends_on": "Ends {date}",
  "game.ends_today": "Ends today, {time}",
  "game.ends_tomorrow": "Ends tomorrow, {time}",
  "game.ends_in_days": "Ends in {count} days",
  "game.browse_more": "Browse More Games",

  "history.load_failed": "Failed to load price history. Please try again.",

  "login.title": "Sign In",
  "register.title": "Create Account",
  "forgot.title": "Forgot Password",
  "reset.title": "New Password",
  "callback.title": "Signing In",
  "verify_email.title": "Confirm Your Email Address",
  "undo_email.title": "Restore Your Email Address",
  "undo_factor.title": "Take Your Account Back",
  "profile.title": "Profile",
  "contact.title": "Contact Us",
  "contact.description": "Write to the people behind {brand}.",
  "terms.title": "Terms of Service",
  "terms.description": "The terms you agree to by using {brand}.",
  "privacy.title": "Privacy Policy",
  "privacy.description": "What {brand} knows about you, why, and what you can do about it.",

  "library.title": "Library",
  "join.register": "Create account",
  "join.sign_in": "Sign in",
  "wishlist.title": "Wishlist",
  "wishlist.add": "Add to wishlist",
  "wishlist.remove": "Remove from wishlist",
  "wishlist.processing": "Processing...",

  "notifications.title": "Notifications",
  "lists.title": "Lists",

  "alerts.title": "Price Alerts",
  "alerts.set": "Set Price Alert",
} as const;

export type TextKey = keyof typeof defaultTexts;
