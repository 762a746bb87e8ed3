import type { Plugin, Rolldown } from "vite";
import type { RouterManifest } from "../src/ssr/entry-server.tsx";

/** The manifest's place in the client's build, in a folder that is never served. */
export const manifestFile = ".vite/router-manifest.json";

const rootId = "__root__";

/**
 * Lists the files that each page needs, for the server to preload: the entry and its imports for every page, and a
 * route's own chunks under the route's id.
 */
export function routerManifest(): Plugin {
  /** Id of a route, `/games/$id`, by the path of its file. */
  const routeIds = new Map<string, string>();
  return {
    name: "lootwise:router-manifest",
    apply: "build",
    // lets the browser take over the style sheet that stands in the page; the router's own plugin turns this off
    config: () => ({ define: { "process.env.TSS_INLINE_CSS_ENABLED": JSON.stringify("true") } }),
    applyToEnvironment: (environment) => environment.name === "client",
    transform: {
      // before the router's own plugin turns the file into references to its chunks
      order: "pre",
      filter: { id: /\/routes\/[^?]+\.tsx$/ },
      handler(code, id) {
        const declared = /createFileRoute\(\s*["'](.+?)["']\s*\)/.exec(code);
        if (declared) routeIds.set(id, declared[1]!);
      },
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const entry = chunks.find((chunk) => chunk.isEntry);
      if (!entry) throw new Error("The client has no entry");
      const shell = filesOf(entry, bundle);
      // every page brings them, but chunks that are loaded later would fetch them once more
      entry.viteMetadata?.importedCss.clear();
      const manifest: RouterManifest = {
        inlineCss: { styles: stylesOf(shell.styles, bundle) },
        routes: {
          [rootId]: {
            preloads: shell.scripts,
            css: shell.styles,
            scripts: [{ attrs: { type: "module", src: `/${entry.fileName}` } }],
          },
        },
      };
      for (const chunk of chunks) {
        for (const id of chunk.moduleIds) {
          const [file, query] = id.split("?");
          const routeId = query?.startsWith("tsr-split=") ? routeIds.get(file!) : undefined;
          if (routeId === undefined) continue;
          const { scripts, styles } = filesOf(chunk, bundle);
          manifest.routes[routeId] = { preloads: scripts, css: styles };
        }
      }
      dropRepeats(manifest.routes);
      this.emitFile({ type: "asset", fileName: manifestFile, source: JSON.stringify(manifest, null, 2) });
    },
  };
}

/** Removes from each route the files that the root and its layouts already load; layout ids are prefixes. */
function dropRepeats(routes: RouterManifest["routes"]): void {
  for (const id of Object.keys(routes).sort().reverse()) {
    const route = routes[id]!;
    if (id === rootId) continue;
    const around = Object.keys(routes).filter((other) => other === rootId || id.startsWith(`${other}/`));
    const brought = around.flatMap((other) => [...(routes[other]!.preloads ?? []), ...(routes[other]!.css ?? [])]);
    route.preloads = route.preloads?.filter((script) => !brought.includes(script));
    route.css = route.css?.filter((style) => !brought.includes(style));
  }
}

/**
 * The inlined style sheets of every page by address, which saves the first paint a round trip. Pages link to their own
 * sheets.
 */
function stylesOf(addresses: string[], bundle: Rolldown.OutputBundle): Record<string, string> {
  // a sheet names the fonts beside it, which a page can't
  const sourceOf = (address: string) =>
    String((bundle[address.slice(1)] as Rolldown.OutputAsset).source).replaceAll(
      /url\((?:\.\/)?(?=[\w-]+\.\w+\))/g,
      "url(/assets/",
    );
  return Object.fromEntries(addresses.map((address) => [address, sourceOf(address)]));
}

/** The addresses of a chunk, of its static imports, and of their style sheets. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle) {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (fileName: string) => {
    const file = bundle[fileName];
    if (file?.type !== "chunk" || scripts.has(`/${fileName}`)) return;
    scripts.add(`/${fileName}`);
    for (const style of file.viteMetadata?.importedCss ?? []) styles.add(`/${style}`);
    for (const imported of file.imports) visit(imported);
  };
  visit(chunk.fileName);
  return { scripts: [...scripts], styles: [...styles] };
}
