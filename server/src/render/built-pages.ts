import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { serveFiles } from "../http/files.ts";
import { type LivingSources, type PageModule, type Pages, renderSealed } from "./pages.ts";

const build = new URL("../../../web/dist/", import.meta.url);
const year = 365 * 24 * 60 * 60 * 1000;

/**
 * Pages from the production build, whose files are served from `/assets` for good: their names change with their content.
 * The build is loaded in the background; a page asked for before waits for it.
 */
export async function builtPages(app: FastifyInstance, sources: LivingSources): Promise<Pages> {
  await serveFiles(app, {
    root: new URL("client/assets/", build),
    prefix: "/assets/",
    preCompressed: true,
    immutable: true,
    maxAge: year,
  });
  const loading = load();
  // without a build everything but the pages works; each page asked for says what is wrong
  loading.catch((error) => app.log.warn({ err: error }, "the website is not built"));
  return {
    keyOf: async (url) => (await loading).module.pageKey(url),
    render: async (url, call) => {
      const { module, manifest } = await loading;
      return renderSealed(module, url, { ...sources, call, manifest });
    },
  };
}

async function load(): Promise<{ module: PageModule; manifest: unknown }> {
  const [module, manifest] = await Promise.all([
    import(new URL("server/entry-server.js", build).href) as Promise<PageModule>,
    readFile(new URL("client/.vite/router-manifest.json", build), "utf8"),
  ]);
  return { module, manifest: JSON.parse(manifest) };
}
