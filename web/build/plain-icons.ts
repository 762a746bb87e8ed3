import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const plainIcon = fileURLToPath(new URL("../src/ui/plain-icon.tsx", import.meta.url));

/** Lets `src/ui/plain-icon.tsx` draw lucide's icons, on the server as in the browser. */
export function plainIcons(): Plugin {
  return {
    name: "lootwise:plain-icons",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: /\/createLucideIcon\.mjs$/ },
      handler: () => plainIcon,
    },
  };
}
