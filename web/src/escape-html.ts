const special = /["'&<>]/;
const escapes: Record<string, string> = { '"': "&quot;", "'": "&#x27;", "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** As React does it, in texts and in attributes. */
export function escapeHtml(text: string): string {
  return special.test(text) ? text.replaceAll(/["'&<>]/g, (character) => escapes[character]!) : text;
}
