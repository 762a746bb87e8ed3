import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkGroups } from "./build/chunks.ts";
import { precompress } from "./build/precompress.ts";
import { routerManifest } from "./build/router-manifest.ts";
import { useSubstitutes } from "./build/substitutes.ts";

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      // one file per page: its states come with it, instead of a request for each
      codeSplittingOptions: {
        defaultBehavior: [["component", "pendingComponent", "errorComponent", "notFoundComponent"]],
        // around nearly every page, so it comes with the entry
        splitBehavior: ({ routeId }) => (routeId === "/_main" ? [] : undefined),
      },
      quoteStyle: "double",
      semicolons: true,
      addExtensions: true,
      // outside node_modules, which the watcher of the development server ignores
      tmpDir: fileURLToPath(new URL("../.cache/router", import.meta.url)),
    }),
    react(),
    tailwind(),
    useSubstitutes(),
    routerManifest(),
    precompress(),
  ],
  resolve: {
    // React has had the hook itself for long; the other file brings a substitute for older versions of it
    alias: { "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector" },
  },
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        target: "es2023",
        // fonts and pictures stay files, so that they are cached and fetched only when used
        assetsInlineLimit: 0,
        // the server names a page's files in its HTML, and a hovered link fetches the next page's: the helper is not worth its bytes
        modulePreload: false,
        rolldownOptions: {
          input: "src/entry-client.tsx",
          output: {
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: "dist/server",
        ssr: true,
        rolldownOptions: { input: ["src/entry-server.tsx", "src/foreseen-calls.ts"] },
      },
      // nothing from node_modules: it starts faster and always holds the production build of React
      ...(command === "build" && {
        resolve: { noExternal: true as const },
        define: { "process.env.NODE_ENV": JSON.stringify("production") },
      }),
    },
  },
  builder: {},
}));
