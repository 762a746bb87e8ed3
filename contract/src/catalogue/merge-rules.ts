/** How long a merge can be undone. */
export const undoDays = 30;
