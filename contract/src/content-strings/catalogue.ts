import { accountTexts } from "./account-defaults.ts";
import { alertTexts } from "./alert-defaults.ts";
import { contactTexts } from "./contact-defaults.ts";
import { defaultTexts } from "./defaults.ts";
import { gameTexts } from "./game-defaults.ts";
import { historyTexts } from "./history-defaults.ts";
import { homeTexts } from "./home-defaults.ts";
import { legalTexts } from "./legal-defaults.ts";
import { listTexts } from "./list-defaults.ts";
import { mailTexts } from "./mail-defaults.ts";
import { variablesIn } from "./variables.ts";
import { wishlistTexts } from "./wishlist-defaults.ts";

/** Every text that ships, those of all pages together. Too much for a browser, which loads them by page. */
export const shippedTexts: Readonly<Record<string, string>> = {
  ...defaultTexts,
  ...homeTexts,
  ...listTexts,
  ...gameTexts,
  ...accountTexts,
  ...wishlistTexts,
  ...alertTexts,
  ...historyTexts,
  ...contactTexts,
  ...legalTexts,
  ...mailTexts,
};

/** A text as the code ships it. */
export interface ShippedText {
  category: string;
  value: string;
  /** The names in braces that its value may contain. */
  variables: readonly string[];
}

/**
 * Every text that ships, by key, with what may be done with it. Adding or removing one is a deployment
 * (spec/content-and-settings 1.1).
 */
export const catalogue: Readonly<Record<string, ShippedText>> = Object.fromEntries(
  Object.entries(shippedTexts).map(([key, value]) => [
    key,
    { category: key.slice(0, key.indexOf(".")), value, variables: variablesIn(value) },
  ]),
);
