/** What happened to the style sheets that chunks asked for, by their addresses. */
const sheets = new Map<string, Promise<unknown>>();

/**
 * Loads a chunk once the browser has its style sheets. Stands in for Vite's helper of this name, which can also fetch scripts
 * ahead (`build/substitutes.ts`); `paths` are those of style sheets alone as long as the build's `modulePreload` is off.
 */
export async function __vitePreload<Chunk>(load: () => Promise<Chunk>, paths: string[] = []): Promise<Chunk> {
  await Promise.all(paths.map((path) => loadSheet(`/${path}`)));
  return load();
}

function loadSheet(href: string): Promise<unknown> | undefined {
  // pages that came from the server link to their sheets themselves
  if (!sheets.has(href) && document.querySelector(`link[href="${href}"]`)) return;
  const loading = sheets.get(href) ?? addSheet(href);
  sheets.set(href, loading);
  return loading;
}

function addSheet(href: string): Promise<unknown> {
  return new Promise((onload, onerror) => {
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload, onerror }));
  }).catch(() => {
    sheets.delete(href);
    throw new Error(`The style sheet ${href} could not be loaded`);
  });
}
