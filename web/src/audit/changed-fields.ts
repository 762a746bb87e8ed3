/** A field whose value a change made another, in words; `(empty)` where there was or is none. */
export interface ChangedField {
  field: string;
  from: string;
  to: string;
}

/** What a change made of a thing, field by field (spec/administration 6.3). A value without fields is one called `value`. */
export function findChangedFields(before: unknown, after: unknown): ChangedField[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return fields
    .map((field) => ({ field, from: inWords(old[field]), to: inWords(now[field]) }))
    .filter(({ from, to }) => from !== to);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {};
  return typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "(empty)";
  return typeof value === "string" ? value : JSON.stringify(value);
}
