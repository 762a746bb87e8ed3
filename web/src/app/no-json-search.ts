/** Replaces the router's JSON in search parameters in the built site (`vite.config.ts`): ours are plain text. */
function unused(): never {
  throw new Error("JSON in search parameters is left out of the build: see vite.config.ts");
}

export const defaultParseSearch = unused;
export const defaultStringifySearch = unused;
export const parseSearchWith = unused;
export const stringifySearchWith = unused;
