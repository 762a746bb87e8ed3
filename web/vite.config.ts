import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";
import { icons } from "./build/icons.ts";
import { precompress } from "./build/precompress.ts";
import { routerManifest } from "./build/router-manifest.ts";
import { serviceWorker } from "./build/service-worker.ts";

/**
 * The framework and the texts, which returning visitors keep in their cache over deployments, and what many pages
 * share: each file costs a request and compresses worse. The rest is split by page.
 */
const chunkGroups: Rolldown.CodeSplittingOptions["groups"] = [
  {
    name: "framework",
    test: /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\//,
    tags: ["$initial"],
    priority: 1,
  },
  // the texts around every page; others come with their pages
  { name: "texts", test: /\/content-strings\/defaults\/[a-z-]+\.ts$/, tags: ["$initial"], priority: 1 },
  { name: "site", test: /\/src\/(?!features\/(admin|accounts)\/|content-strings\/.*personal\/)/, minShareCount: 8 },
];

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}

export default defineConfig(({ command }) => ({
  root: pathOf("."),
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
      generatedRouteTree: pathOf("./src/app/route-tree.gen.ts"),
      // outside node_modules, which the watcher of the development server ignores
      tmpDir: pathOf("../.cache/router"),
    }),
    react(),
    icons(),
    tailwind(),
    routerManifest(),
    precompress(),
    serviceWorker(pathOf("./src/service-worker/service-worker.ts")),
  ],
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        target: "es2023",
        // fonts and pictures stay files, so that they are cached and fetched only when used
        assetsInlineLimit: 0,
        // the server lists a page's files in its HTML, and a hovered link fetches those of the next page
        modulePreload: false,
        rolldownOptions: {
          input: "src/app/entry-client.tsx",
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
        rolldownOptions: { input: ["src/ssr/entry-server.tsx"] },
      },
      // nothing from node_modules: it starts faster and always holds the production build of React
      ...(command === "build" && {
        resolve: { noExternal: true as const },
        define: { "process.env.NODE_ENV": JSON.stringify("production") },
      }),
    },
  },
  // a build fits every base path: scripts and styles find files beside them, and the server adds the path to its pages
  experimental: { renderBuiltUrl: (_, { ssr }) => (ssr ? undefined : { relative: true }) },
  builder: {},
}));
