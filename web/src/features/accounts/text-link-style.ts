/** The style of a link in text. */
export const textLinkStyle = "font-medium text-accent-text underline underline-offset-3 hover:no-underline";
