/** The look of a link among words. */
export const textLinkStyle = "font-medium text-accent-text underline underline-offset-3 hover:no-underline";
