import { build, type Plugin } from "vite";

/** The files that the worker caches when a page requests them. */
const cachedFile = /^assets\/.*\.(js|css|woff2)$/;

/**
 * Builds the service worker at `source` as one script once the names of the client's files are known, which it reads as
 * `BUILD_FILES`.
 */
export function serviceWorker(source: string): Plugin {
  return {
    name: "lootwise:service-worker",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    async writeBundle({ dir }, bundle) {
      const files = Object.keys(bundle).filter((name) => cachedFile.test(name));
      const { root, logLevel } = this.environment.config;
      await build({
        configFile: false,
        root,
        logLevel,
        define: { BUILD_FILES: JSON.stringify(files) },
        build: {
          outDir: dir!,
          emptyOutDir: false,
          copyPublicDir: false,
          target: "es2023",
          rolldownOptions: { input: source, output: { format: "iife", entryFileNames: "service-worker.js" } },
        },
      });
    },
  };
}
