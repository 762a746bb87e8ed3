/**
 * Node options of the site; deploy/ has the same. 8 MB of young generation keep collection pauses short.
 */
export const siteFlags = ["--max-semi-space-size=8"];
