import type { Scope } from "../../../scopes.ts";

/** Default texts of API keys on the profile. */
export const keyTexts = {
  "keys.title": "API Keys",
  "keys.text": "Let your own apps read your wishlist and lists.",
  "keys.docs": "API documentation",
  "keys.loading": "Loading API keys…",
  "keys.load_failed": "Failed to load your API keys. Please try again.",
  "keys.none": "None yet",
  "keys.create": "Create a Key",
  "keys.name": "Name",
  "keys.name_hint": "So you can tell your keys apart: “Price widget”, for example.",
  "keys.scopes": "What it may do",
  "keys.scope.read_catalogue": "Read games, prices, deals and stores",
  "keys.scope.read_lists": "Read your wishlist and your lists",
  "keys.scope.write_lists": "Change your wishlist and your lists",
  "keys.submit": "Create Key",
  "keys.submitting": "Creating…",
  "keys.created": "Your New Key",
  "keys.created_text": "Copy it now: it won't be shown again. Anyone who has it can do what you allowed.",
  "keys.copy": "Copy",
  "keys.copied": "Copied",
  "keys.done": "I Have Saved It",
  "keys.created_on": "Created {date}",
  "keys.used": "Last used {date}",
  "keys.unused": "Not used yet",
  "keys.revoke": "Revoke",
  "keys.revoke_label": "Revoke {name}",
  "keys.revoke_question": "Revoke {name}?",
  "keys.revoke_text": "Programs that use it will stop working immediately.",
  "keys.revoked": "{name} was revoked.",
  "keys.failed": "Something went wrong. Please try again.",
} as const;

/** Descriptions of the scopes for users. */
export const scopeTexts = {
  "read:catalogue": "keys.scope.read_catalogue",
  "read:lists": "keys.scope.read_lists",
  "write:lists": "keys.scope.write_lists",
} as const satisfies Record<Scope, keyof typeof keyTexts>;
