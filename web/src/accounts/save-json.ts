/** Saves a value as a JSON file among the visitor's downloads. */
export function saveJson(value: unknown, fileName: string): void {
  const file = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = file;
  link.download = fileName;
  link.click();
  // the browser has taken hold of the file by the next turn
  setTimeout(() => URL.revokeObjectURL(file));
}
