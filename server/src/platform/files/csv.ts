/** The first line of a CSV file, behind a byte order mark, without which spreadsheets garble other than ASCII. */
export function csvHead(columns: readonly string[]): string {
  return `${byteOrderMark}${csvLine(columns)}`;
}

export const byteOrderMark = "\ufeff";

/** A line of a CSV file (RFC 4180). Values other than text are written as JSON. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(toCell).join(",")}\r\n`;
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // a spreadsheet would run it as a formula
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
