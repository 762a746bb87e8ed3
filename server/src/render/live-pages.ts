import { fileURLToPath } from "node:url";
import type { Call } from "contract/call.ts";
import type { PostedForm } from "contract/posted-form.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { LivingSources, Page, PageModule } from "./pages.ts";

const web = fileURLToPath(new URL("../../../web/", import.meta.url));

interface LivePages {
  /** Made by calls of its own; `posted` is the form that it answers. */
  render(url: string, call: Call, posted?: PostedForm): Promise<Page>;
  /** Lets Vite answer the request when it is for a source file; resolves to whether it did. */
  serveSource(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
}

/** Pages made from the sources as they are at this moment, which refresh in the browser on save. For development. */
export async function livePages(app: FastifyInstance, sources: LivingSources): Promise<LivePages> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    root: web,
    configFile: `${web}vite.config.ts`,
    appType: "custom",
    // over our own port, so that two development servers do not clash
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook("onClose", () => vite.close());

  const load = () => vite.ssrLoadModule("/src/entry-server.tsx") as Promise<PageModule>;
  const react = await import("@vitejs/plugin-react");
  const manifest = {
    routes: {
      __root__: {
        // linked in the page, so that it is styled before its scripts run
        css: ["/src/styles.css"],
        scripts: [
          { attrs: { type: "module" }, children: react.default.preambleCode.replace("__BASE__", "/") },
          { attrs: { type: "module", src: "/@vite/client" } },
          { attrs: { type: "module", src: "/src/entry-client.tsx" } },
        ],
      },
    },
  };
  return {
    // not sealed: Vite writes scripts and styles of its own into the page, and talks to it by a socket
    render: async (url, call, posted) =>
      (await load()).renderPage(url, { ...sources, call, manifest, nonce: "", posted }).catch((error) => {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        throw error;
      }),
    serveSource: ({ raw: request }, { raw: response }) =>
      new Promise((resolve, reject) => {
        response.once("close", () => resolve(true));
        vite.middlewares(request, response, (error?: unknown) => (error ? reject(error) : resolve(false)));
      }),
  };
}
