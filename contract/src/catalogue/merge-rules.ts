/** Days within which a merge can be undone. */
export const undoDays = 30;
