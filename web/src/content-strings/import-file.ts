import { valueTexts } from "contract/content-strings/rules.ts";

/** A text as a file brings it. Whatever else the file says of it is for people to read. */
export interface ImportedString {
  key: string;
  value: string;
}

/** The texts of a file that export made or that looks like it. Throws an error whose message is for the administrator. */
export async function readImportFile(file: Blob): Promise<ImportedString[]> {
  const content = await file.text().catch(() => {
    throw new Error(valueTexts.importUnreadable);
  });
  const strings = stringsIn(content);
  if (!strings) throw new Error(valueTexts.importNotJson);
  return strings.map(({ key, value }) => ({ key, value }));
}

function stringsIn(content: string): ImportedString[] | null {
  try {
    const parsed: unknown = JSON.parse(content);
    const strings = Array.isArray(parsed) ? parsed : (parsed as { strings?: unknown } | null)?.strings;
    return Array.isArray(strings) && strings.every(isImported) ? strings : null;
  } catch {
    return null;
  }
}

function isImported(value: unknown): value is ImportedString {
  const { key, value: text } = (value ?? {}) as Partial<ImportedString>;
  return typeof key === "string" && typeof text === "string";
}
