/** A changed field as text; `(empty)` for no value. */
export interface ChangedField {
  field: string;
  from: string;
  to: string;
}

/** The changed fields (spec/administration 6.3). A plain value is one field called `value`. */
export function findChangedFields(before: unknown, after: unknown): ChangedField[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return fields
    .map((field) => ({ field, from: toText(old[field]), to: toText(now[field]) }))
    .filter(({ from, to }) => from !== to);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {};
  return typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
}

function toText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "(empty)";
  return typeof value === "string" ? value : JSON.stringify(value);
}
