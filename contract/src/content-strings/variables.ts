import { formatCount } from "../core/counts.ts";

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The variables that a text needs from its caller; `{brand}` is filled automatically. */
export type TextVariables<Text extends string> = Record<Exclude<NamesIn<Text>, "brand">, string | number>;

const variable = /\{(\w+)\}/g;

/** The names in braces of a text, each once, in the order in which they first appear. */
export function variablesIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(variable), ([, name]) => name!))];
}

/**
 * The text with its variables filled in, numbers with thousands separators: pass ids and years as text. A variable
 * without a value stays in its braces, which makes the mistake visible.
 */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  if (!text.includes("{")) return text;
  return text.replace(variable, (whole, name: string) => (Object.hasOwn(values, name) ? format(values[name]!) : whole));
}

function format(value: string | number): string {
  return typeof value === "number" ? formatCount(value) : value;
}
