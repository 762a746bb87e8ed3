import { defaultTexts } from "./defaults.ts";
import { variablesIn } from "./rules.ts";

/** A text as the code ships it. */
export interface ShippedText {
  category: string;
  value: string;
  /** The names in braces that its value may contain. */
  variables: readonly string[];
}

/** Every text that ships, by key. Adding or removing one is a deployment (decisions.md section 7). */
export const catalogue: Readonly<Record<string, ShippedText>> = Object.fromEntries(
  Object.entries(defaultTexts).map(([key, value]) => [
    key,
    { category: key.slice(0, key.indexOf(".")), value, variables: variablesIn(value) },
  ]),
);
