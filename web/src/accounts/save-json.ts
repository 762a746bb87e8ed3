import { saveFile } from "../save-file.ts";

/** Saves a value as a JSON file among the visitor's downloads. */
export function saveJson(value: unknown, fileName: string): void {
  saveFile(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }), fileName);
}
