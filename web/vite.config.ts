import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./build/precompress.ts";
import { routerManifest } from "./build/router-manifest.ts";

/** The parts of the storefront, and icons. What the account pages and the panel share among themselves is not for every visitor. */
const sharedByPages = /\/(contract\/src|web\/src\/(ui|layouts|games|images|wishlist)|lucide-react)\//;

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      // one file per page: its states come with it, instead of a request for each
      codeSplittingOptions: {
        defaultBehavior: [["component", "pendingComponent", "errorComponent", "notFoundComponent"]],
      },
      quoteStyle: "double",
      semicolons: true,
      addExtensions: true,
      // outside node_modules, which the watcher of the development server ignores
      tmpDir: fileURLToPath(new URL("../.cache/router", import.meta.url)),
    }),
    react(),
    tailwind(),
    routerManifest(),
    precompress(),
  ],
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        target: "es2023",
        // fonts and pictures stay files, so that they are cached and fetched only when used
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: "src/entry-client.tsx",
          output: {
            codeSplitting: {
              groups: [
                // changes rarely, so returning visitors keep it over deployments
                { name: "framework", test: /node_modules\/(react|react-dom|scheduler|@tanstack)\//, priority: 2 },
                // what several pages share: one file compresses better than the dozen that it would be
                { name: "shared", test: sharedByPages, minShareCount: 3, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: "dist/server",
        ssr: true,
        rolldownOptions: { input: "src/entry-server.tsx" },
      },
      // one self-contained file: it starts faster and always holds the production build of React
      ...(command === "build" && {
        resolve: { noExternal: true as const },
        define: { "process.env.NODE_ENV": JSON.stringify("production") },
      }),
    },
  },
  builder: {},
}));
