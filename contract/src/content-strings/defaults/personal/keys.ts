import type { Scope } from "../../../scopes.ts";

/** Default texts of API keys on the profile. */
export const keyTexts = {
  "keys.title": "API keys",
  "keys.text":
    "Give your own apps and assistants access to prices, your wishlist, lists and library. " +
    "If your role allows it, they can also propose translations and matches.",
  "keys.docs": "API documentation",
  "keys.userscript": "Prices on the pages of Steam, GOG and Epic: userscript",
  "keys.loading": "Loading API keys…",
  "keys.load_failed": "Failed to load your API keys. Try again.",
  "keys.none": "None yet",
  "keys.create": "Create a key",
  "keys.name": "Name",
  "keys.name_hint": "So you can tell your keys apart: “Price widget”, for example.",
  "keys.scopes": "What it may do",
  "keys.scope.read_catalogue": "Read games, prices, deals and stores",
  "keys.scope.read_lists": "Read your wishlist and your lists",
  "keys.scope.write_lists": "Change your wishlist and your lists",
  "keys.scope.read_library": "Read which games you own or ignore",
  "keys.scope.write_library": "Change which games you own or ignore",
  "keys.scope.read_translations": "Read translations",
  "keys.scope.propose_translations": "Propose translations, which a person decides about",
  "keys.scope.read_matches": "Read products of stores whose game is uncertain",
  "keys.scope.propose_matches": "Propose the games of such products, which a person decides about",
  "keys.submit": "Create key",
  "keys.submitting": "Creating…",
  "keys.created": "Your new key",
  "keys.created_text": "Copy it now: it won't be shown again. Anyone who has it can do what you allowed.",
  "keys.copy": "Copy",
  "keys.copied": "Copied",
  "keys.done": "I have saved it",
  "keys.created_on": "Created {date}",
  "keys.used": "Last used {date}",
  "keys.unused": "Not used yet",
  "keys.revoke": "Revoke",
  "keys.revoke_label": "Revoke {name}",
  "keys.revoke_question": "Revoke {name}?",
  "keys.revoke_text": "Programs that use it will stop working immediately.",
  "keys.revoked": "{name} was revoked.",
  "keys.failed": "Something went wrong. Try again.",
} as const;

/** Descriptions of the scopes for users. */
export const scopeTexts = {
  "read:catalogue": "keys.scope.read_catalogue",
  "read:lists": "keys.scope.read_lists",
  "write:lists": "keys.scope.write_lists",
  "read:library": "keys.scope.read_library",
  "write:library": "keys.scope.write_library",
  "read:translations": "keys.scope.read_translations",
  "propose:translations": "keys.scope.propose_translations",
  "read:matches": "keys.scope.read_matches",
  "propose:matches": "keys.scope.propose_matches",
} as const satisfies Record<Scope, keyof typeof keyTexts>;
