import type { FastifyInstance } from "fastify";
import { serveFiles } from "../http/files.ts";
import { openPageQueue, type PageQueue } from "./page-queue.ts";
import type { LivingSources } from "./pages.ts";

const usualBuild = new URL("../../../web/dist/", import.meta.url);
const year = 365 * 24 * 60 * 60 * 1000;

/** Addresses of which it is remembered what they ask for; nobody's link is that long. */
const mostAddresses = 10_000;
const longestRemembered = 300;

/**
 * Pages from the production build, whose files are served from `/assets` for good: their names change with their content.
 * They are made in a thread that starts with the server; without a build all but the pages works.
 */
export async function builtPages(
  app: FastifyInstance,
  { publicUrl }: LivingSources,
  build = usualBuild,
): Promise<Pick<PageQueue, "keyOf" | "render">> {
  await serveFiles(app, {
    root: new URL("client/assets/", build),
    prefix: "/assets/",
    preCompressed: true,
    immutable: true,
    maxAge: year,
  });
  const queue = openPageQueue({ build: build.href, publicUrl, log: app.log });
  app.addHook("onListen", async () => queue.start());
  app.addHook("onClose", () => queue.close());

  /** Keys by address, so that pages that are kept are sent while the thread is busy. */
  const keys = new Map<string, string>();

  return {
    async keyOf(url) {
      const known = keys.get(url);
      if (known !== undefined) return known;
      const key = await queue.keyOf(url);
      if (keys.size >= mostAddresses) keys.clear();
      if (url.length <= longestRemembered) keys.set(url, key);
      return key;
    },
    render: queue.render,
  };
}
