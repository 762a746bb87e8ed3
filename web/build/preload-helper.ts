import type { Plugin } from "vite";

/** Loads the style sheets of a file before the file, which lists them by their paths. */
const helper = `
const sheets = {};
const loadSheet = (href) =>
  (sheets[href] ??= new Promise((resolve, reject) => {
    if (document.querySelector('link[href="' + href + '"]')) return resolve();
    const onerror = () => {
      delete sheets[href];
      reject(new Error("Could not load " + href));
    };
    const link = document.createElement("link");
    document.head.append(Object.assign(link, { rel: "stylesheet", href, onload: resolve, onerror }));
  }));
export const __vitePreload = (load, files = []) =>
  Promise.all(files.filter((file) => file.endsWith(".css")).map((file) => loadSheet("/" + file))).then(load);
`;

/** Replaces Vite's helper around imports on demand, which does much more: every page loads it. */
export function preloadHelper(): Plugin {
  return {
    name: "lootwise:preload-helper",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    load: { filter: { id: /^\0vite\/preload-helper\.js$/ }, handler: () => helper },
  };
}
