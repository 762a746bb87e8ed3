/** The words of a field, separated by commas or lines. */
export const wordsOf = (text: string): string[] => text.split(/[,\n]/).flatMap((word) => word.trim() || []);

/** The number in a field; `null` if it is empty. What is not a number stays invalid, so that the server names it. */
export const numberOf = (text: string): number | null => (text.trim() === "" ? null : Number(text));
