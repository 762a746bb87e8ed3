/** Default texts of the terms and the privacy policy, in a separate file because only those pages load them. */
export const legalTexts = {
  "terms.intro": "These terms hold whenever you use {brand}. They are short, so that you can read them.",
  "terms.operator_title": "Imprint",
  "terms.operator_text": "{brand} is run by [name], [postal address]. Email: [address]. Telephone: [number].",
  "terms.service_title": "What {brand} does",
  "terms.service_text":
    "{brand} shows what video games cost at several stores and leads you there. It sells nothing itself: a purchase is a contract between you and the store, under the store's own terms, prices and refund rules.",
  "terms.prices_title": "Prices and stock",
  "terms.prices_text":
    "Prices, discounts and stock come from the stores and can change at any minute. What counts is what the store shows when you buy. Prices are in the currency of the country shown, or of the store, and may leave out taxes and fees of your country. Key shops resell keys and are marked as such.",
  "terms.commission_title": "Links to stores",
  "terms.commission_text":
    "Some stores may pay us a commission when you buy after following our link. You pay the same, and it changes neither which offers we show nor their order.",
  "terms.account_title": "Your account",
  "terms.account_text":
    "You must be at least 13 years old to have an account, and at least 18 to switch on explicit content. Give true details, keep your password to yourself, and have one account only. You answer for what happens with your account until you tell us that somebody else uses it.",
  "terms.conduct_title": "Fair use",
  "terms.conduct_text":
    "Do not disturb the site, break into it, copy its data in bulk, or use it for anything unlawful. We may limit or close accounts that do, and we tell you why where we can.",
  "terms.alerts_title": "Price alerts",
  "terms.alerts_text":
    "Alerts are a courtesy. A mail can come late or not at all, and a price can be gone when you arrive. Every alert mail has a one-click way to stop it.",
  "terms.ending_title": "Leaving",
  "terms.ending_text":
    "You can delete your account on your profile at any time; everything stored with it is deleted. We may end the service or change it, with notice on the site where possible.",
  "terms.liability_title": "Liability",
  "terms.liability_text":
    "The site is free and comes as it is. We answer for intent and gross negligence, and wherever the law says so; beyond that, not for losses that follow from a wrong price, a store's failure or an outage.",
  "terms.changes_title": "Changes",
  "terms.changes_text":
    "When these terms change in something that matters, the site says so before the change holds. Who keeps using {brand} after that agrees to the new terms.",

  "privacy.intro": "This page says what {brand} knows about you, why, for how long, and what you can do about it.",
  "privacy.operator_title": "Who is responsible",
  "privacy.operator_text": "Responsible for your data at {brand} is [name], [postal address]. Email: [address].",
  "privacy.visitors_title": "Without an account",
  "privacy.visitors_text":
    "You can browse everything but your own lists without telling us who you are. There are no advertising or analytics trackers. How often visitors follow offers to stores, and which searches find nothing, is counted in sums that say nothing about who it was. For the security of the site, requests are counted per network address for a short time. A message that you send us is kept with your network address and the name of your browser; these two are removed after a while.",
  "privacy.account_title": "With an account",
  "privacy.account_text":
    "We store your username, email address, birthday, settings, chosen stores, wishlist, lists, notes, price alerts, the games that you own or ignore, the rules for notifications with what they found in the last 90 days and, encrypted, the channels that notifications go to. Your password is stored only as a hash from which it cannot be read. Each sign-in is kept with its time and the name of the browser until it expires, so that you can see and end it. Of an API key that you create, we keep a hash, its name, what it may do, and when it was created and last used, until you revoke it. To keep your sign-in open to you while somebody guesses your password, we remember for 90 days from which networks you signed in, as a hash.",
  "privacy.purpose_title": "What it is used for",
  "privacy.purpose_text":
    "Your email address serves to sign you in, to reset your password and to send the alerts that you asked for. Notifications by other channels than email go through the services that you name, which learn their text; push messages are encrypted on their way. Your birthday serves to check the ages that the terms name. We sell nothing of it and show it to nobody. What you share yourself is shown to those who have the link of the list: its games, and your display name and notes where you choose so, until you end the link. People who mark a gift on a list stay unknown to its owner, and to us: only your browser knows that the mark is yours.",
  "privacy.providers_title": "Signing in with Google or Steam",
  "privacy.providers_text":
    "If you choose to, Google tells us your email address and an identifier of your account; Steam tells us your Steam ID, and your public name and picture where the site is set up for it. They learn that you signed in here. We receive no password from them. If you import your games from Steam, we ask Steam for the games and the wishlist of your account, then or every day, as you choose.",
  "privacy.browser_title": "In your browser",
  "privacy.browser_text":
    "Your browser keeps your sign-in, your theme, the stores that you chose and copies of recent answers in its local storage, and of the lists, games and wishlist that you have seen, so that they are there offline. A cookie lets the site recognize this browser when you sign in again, so that it can mail you about other devices. Short-lived cookies are set while you sign in with Google or Steam. Signing out removes the sign-in and your wishlist.",
  "privacy.stores_title": "Stores",
  "privacy.stores_text":
    "Following an offer leads to the store's own site, where its privacy policy holds. Pictures of games come from our own server, so no store learns what you look at here.",
  "privacy.rights_title": "Your rights",
  "privacy.rights_text":
    "Your profile shows what is stored. There you can correct it, download all of it as a file, and delete your account with everything in it. Messages that you sent us from a confirmed email address are part of both. What administrators did stays in the audit log, which also names the accounts that they changed. For anything else, write to us by the contact page.",
  "privacy.changes_title": "Changes",
  "privacy.changes_text":
    "When this policy changes in something that matters, the site says so before the change holds.",
} as const;

/** Texts with blanks such as `[name]`, which only the operator can fill; their sections are hidden until then. */
export const textsWithBlanks = ["terms.operator_text", "privacy.operator_text"] as const satisfies LegalTextKey[];

export function hasBlanks(text: string): boolean {
  return /\[[^[\]]{1,60}\]/.test(text);
}

export type LegalTextKey = keyof typeof legalTexts;
