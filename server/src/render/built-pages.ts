import type { FastifyInstance } from "fastify";
import { serveFiles } from "../platform/http/files.ts";
import { cacheOfLatest } from "../platform/process/latest.ts";
import type { FinishedPage, PageThreadData } from "./page-messages.ts";
import { openPageQueue, type PageQueue } from "./page-queue.ts";
import type { LivingSources } from "./pages.ts";

export interface BuiltPages {
  /** The key of the page at an address; addresses that differ in unknown parameters such as `fbclid` share one. */
  keyOf(url: string, client: string): Promise<string>;
  render: PageQueue["render"];
  forgetCalls: PageQueue["forgetCalls"];
}

const defaultBuild = new URL("../../../web/dist/", import.meta.url);
const year = 365 * 24 * 60 * 60 * 1000;

const maxKeys = 10_000;
/** Longer addresses are hardly requested twice. */
const maxUrlLength = 300;

/** Pages of the production build, rendered in a thread, and its files at `/assets`, whose names change with them. */
export async function builtPages(
  app: FastifyInstance,
  { publicUrl, rememberMs }: LivingSources & Pick<PageThreadData, "rememberMs">,
  build = defaultBuild,
): Promise<BuiltPages> {
  await serveFiles(app, {
    root: new URL("client/assets/", build),
    prefix: "/assets/",
    preCompressed: true,
    immutable: true,
    maxAge: year,
  });
  const queue = openPageQueue({ build: build.href, publicUrl, rememberMs, log: app.log });
  app.addHook("onListen", async () => queue.start());
  app.addHook("onClose", () => queue.close());

  /** By address, so that cached pages are sent while the thread is busy. */
  const keys = cacheOfLatest<string>(maxKeys);

  function remember(url: string, key: string): void {
    if (url.length <= maxUrlLength) keys.set(url, key);
  }

  return {
    async keyOf(url, client) {
      const known = keys.get(url);
      if (known !== undefined) return known;
      const key = await queue.keyOf(url, client);
      remember(url, key);
      return key;
    },
    async render(url, encoding, call, client, posted): Promise<FinishedPage> {
      const page = await queue.render(url, encoding, call, client, posted);
      remember(url, page.key);
      return page;
    },
    forgetCalls: queue.forgetCalls,
  };
}
