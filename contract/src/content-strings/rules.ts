import { variablesIn } from "./variables.ts";

/** What the rules of a text's value say, in the words of spec/content-and-settings 1.4. */
export const valueTexts = {
  empty: "Value cannot be empty",
  json: "Invalid JSON format",
  address: "Invalid URL format",
  unknownVariable: (name: string) => `Unknown variable: {${name}}`,
  unusedVariable: (name: string) => `Unused variable: {${name}}`,
  importNotJson: "Invalid JSON file",
  importUnreadable: "Failed to read file",
} as const;

export const maxValueLength = 100_000;
/** Letters, digits, underscores and dots behind a first letter. */
export const stringKeyPattern = /^[a-z][a-z0-9_.]{0,199}$/i;

/** What the rules have to know of a text besides its value. */
export interface ValueOwner {
  key: string;
  /** The names in braces that the value has to contain, all of them and no others. */
  variables: readonly string[];
}

/**
 * Everything that is wrong with a value, wherever it is written: inline, in bulk, by import or by a restored version
 * (spec/content-and-settings 1.4). Empty when it can be saved.
 */
export function valueProblems(value: string, { key, variables }: ValueOwner): string[] {
  if (value.trim() === "") return [valueTexts.empty];
  const used = variablesIn(value);
  return [
    ...(looksLikeJson(value, variables) && !isJson(value) ? [valueTexts.json] : []),
    ...(holdsAddress(key) && !isAddress(value) ? [valueTexts.address] : []),
    ...used.filter((name) => !variables.includes(name)).map(valueTexts.unknownVariable),
    ...variables.filter((name) => !used.includes(name)).map(valueTexts.unusedVariable),
  ];
}

/** A value that begins with one of the text's own variables is text. */
function looksLikeJson(value: string, variables: readonly string[]): boolean {
  const start = value.trimStart();
  return /^[{[]/.test(start) && !variables.some((name) => start.startsWith(`{${name}}`));
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

function holdsAddress(key: string): boolean {
  return /url|link/i.test(key);
}

/** An address that a page can point to without leading anybody astray: `//` and `/\` mean another site's address. */
function isAddress(value: string): boolean {
  if (/\p{Cc}/u.test(value)) return false;
  if (/^(#|\/(?![/\\]))/.test(value)) return true;
  return /^(https?:\/\/[^/\\]|mailto:.)/i.test(value) && URL.canParse(value);
}
