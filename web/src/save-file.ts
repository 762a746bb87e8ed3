/** Saves a file among the visitor's downloads. */
export function saveFile(content: Blob, name: string): void {
  const file = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = file;
  link.download = name;
  link.click();
  // the browser has taken hold of the file by the next turn
  setTimeout(() => URL.revokeObjectURL(file));
}
