/** A PostgreSQL array literal of values that need no quotes: numbers, booleans, plain words. */
export function arrayOf(values: readonly (number | boolean | string | null | undefined)[]): string {
  return `{${values.map((value) => value ?? "null").join(",")}}`;
}

/** A PostgreSQL array literal of any texts. */
export function textArrayOf(values: readonly (string | null | undefined)[]): string {
  return arrayOf(values.map((value) => (typeof value === "string" ? `"${value.replace(/["\\]/g, "\\$&")}"` : value)));
}

/** A PostgreSQL array literal of times. */
export function timeArrayOf(values: readonly (Date | null | undefined)[]): string {
  return textArrayOf(values.map((value) => value?.toISOString()));
}
