/** Downloads a file. */
export function saveFile(content: Blob, name: string): void {
  const file = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = file;
  link.download = name;
  link.click();
  // the browser has started the download by the next task
  setTimeout(() => URL.revokeObjectURL(file));
}

/** Downloads a value as a JSON file. */
export function saveJson(value: unknown, fileName: string): void {
  saveFile(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }), fileName);
}
