/** An array as PostgreSQL reads it, of values that need no quotes: numbers, truth values, plain words. */
export function arrayOf(values: readonly (number | boolean | string | null | undefined)[]): string {
  return `{${values.map((value) => value ?? "null").join(",")}}`;
}

/** An array of any texts as PostgreSQL reads it. */
export function textArrayOf(values: readonly (string | null | undefined)[]): string {
  return arrayOf(values.map((value) => (typeof value === "string" ? `"${value.replace(/["\\]/g, "\\$&")}"` : value)));
}

/** An array of times as PostgreSQL reads it. */
export function timeArrayOf(values: readonly (Date | null | undefined)[]): string {
  return textArrayOf(values.map((value) => value?.toISOString()));
}
