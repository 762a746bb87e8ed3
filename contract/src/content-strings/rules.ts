import { variablesIn } from "./variables.ts";

/** Validation messages for values, as prescribed by spec/content-and-settings 1.4. */
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
/** A letter, then letters, digits, underscores and dots. */
export const stringKeyPattern = /^[a-z][a-z0-9_.]{0,199}$/i;

/** What the rules need besides the value. */
export interface ValueOwner {
  key: string;
  /** The names in braces that the value must contain, exactly these. */
  variables: readonly string[];
  /** Those that it may contain besides. */
  optional?: readonly string[];
}

/**
 * All problems of a value, however it is saved: inline, in bulk, by import or by restoring a version
 * (spec/content-and-settings 1.4). Empty if it is valid.
 */
export function valueProblems(value: string, { key, variables, optional = [] }: ValueOwner): string[] {
  if (value.trim() === "") return [valueTexts.empty];
  const used = variablesIn(value);
  return [
    ...(looksLikeJson(value, [...variables, ...optional]) && !isJson(value) ? [valueTexts.json] : []),
    ...(holdsAddress(key) && !isAddress(value) ? [valueTexts.address] : []),
    ...used.filter((name) => !variables.includes(name) && !optional.includes(name)).map(valueTexts.unknownVariable),
    ...variables.filter((name) => !used.includes(name)).map(valueTexts.unusedVariable),
  ];
}

/** A value that starts with one of the text's own variables is not JSON. */
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

/** A safe link target: a path that starts with `//` or `/\` would lead to another site. */
function isAddress(value: string): boolean {
  if (/\p{Cc}/u.test(value)) return false;
  if (/^(#|\/(?![/\\]))/.test(value)) return true;
  return /^(https?:\/\/[^/\\]|mailto:.)/i.test(value) && URL.canParse(value);
}
