import { valueTexts } from "contract/content-strings/rules.ts";

/** A text in a file; other properties are ignored. */
export interface ImportedString {
  key: string;
  value: string;
}

/** The texts of an exported file. Throws an error with a message for the administrator. */
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
