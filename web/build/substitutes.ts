import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** Parts of libraries that come to every page with far more code than it needs, and what stands in for them in the built site. */
const substitutes = [
  { of: /\/createLucideIcon\.mjs$/, by: "ui/plain-icon.tsx" },
  { of: /\/infiniteQueryBehavior\.js$/, by: "no-endless-lists.ts" },
  { of: /\bvite\/preload-helper\.js$/, by: "load-chunk.ts" },
].map(({ of, by }) => ({ of, by: fileURLToPath(new URL(`../src/${by}`, import.meta.url)) }));

/** Puts the substitutes in, on the server as in the browser. */
export function useSubstitutes(): Plugin {
  return {
    name: "lootwise:substitutes",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: substitutes.map(({ of }) => of) },
      handler: (id) => substitutes.find(({ of }) => of.test(id))?.by,
    },
  };
}
