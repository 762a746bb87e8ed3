import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** Parts of libraries that come to every page with far more code or garbage than it needs, and what stands in for them in the built site. */
const substitutes = [
  { of: /\/createLucideIcon\.mjs$/, by: "ui/plain-icon.tsx", in: ["client", "ssr"] },
  { of: /\/infiniteQueryBehavior\.js$/, by: "no-endless-lists.ts", in: ["client", "ssr"] },
  { of: /\bvite\/preload-helper\.js$/, by: "load-chunk.ts", in: ["client", "ssr"] },
  { of: /\/CatchBoundary\.js$/, by: "no-boundaries.tsx", in: ["ssr"] },
].map((substitute) => ({ ...substitute, by: fileURLToPath(new URL(`../src/${substitute.by}`, import.meta.url)) }));

/** Puts the substitutes in, each in the builds that it is for: the browser's, the server's or both. */
export function useSubstitutes(): Plugin {
  return {
    name: "lootwise:substitutes",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: substitutes.map(({ of }) => of) },
      handler(id) {
        return substitutes.find((substitute) => substitute.of.test(id) && substitute.in.includes(this.environment.name))
          ?.by;
      },
    },
  };
}
