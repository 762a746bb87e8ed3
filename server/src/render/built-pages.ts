import type { FastifyInstance } from "fastify";
import { serveFiles } from "../http/files.ts";
import type { FinishedPage } from "./page-messages.ts";
import { openPageQueue, type PageQueue } from "./page-queue.ts";
import type { LivingSources } from "./pages.ts";

export interface BuiltPages {
  /** The key of the page that the address asks for; `null` where rendering it tells the same. */
  keyOf(url: string, client: string): Promise<string | null>;
  render: PageQueue["render"];
}

const usualBuild = new URL("../../../web/dist/", import.meta.url);
const year = 365 * 24 * 60 * 60 * 1000;

/** Addresses of which it is remembered what they ask for; nobody's link is that long. */
const mostAddresses = 10_000;
const longestRemembered = 300;

/** What addresses of lists say. One that says more, such as `fbclid`, may be another way to ask for a page that is kept. */
const listParameters = ["search", "store", "sort", "order", "page"];

/**
 * Pages from the production build, whose files are served from `/assets` for good: their names change with their content.
 * They are made in a thread that starts with the server; without a build all but the pages works.
 */
export async function builtPages(
  app: FastifyInstance,
  { publicUrl }: LivingSources,
  build = usualBuild,
): Promise<BuiltPages> {
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

  function remember(url: string, key: string): void {
    if (keys.has(url) || url.length > longestRemembered) return;
    if (keys.size >= mostAddresses) {
      for (const oldest of keys.keys().take(mostAddresses / 10)) keys.delete(oldest);
    }
    keys.set(url, key);
  }

  return {
    async keyOf(url, client) {
      const known = keys.get(url);
      if (known !== undefined) return known;
      if (isPlain(url)) return null;
      const key = await queue.keyOf(url, client);
      remember(url, key);
      return key;
    },
    async render(url, encoding, call, client, posted): Promise<FinishedPage> {
      const page = await queue.render(url, encoding, call, client, posted);
      remember(url, page.key);
      return page;
    },
  };
}

/** Whether all that the address says may have a meaning: then few others ask for the same page, and it is likely to be new. */
function isPlain(url: string): boolean {
  // another question mark is a part of the search
  const [search] = /\?.*/s.exec(url) ?? [];
  return new URLSearchParams(search).keys().every((name) => listParameters.includes(name));
}
