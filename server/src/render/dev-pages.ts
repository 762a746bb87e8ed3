import { fileURLToPath } from "node:url";
import { basePathOf } from "contract/core/base-path.ts";
import type { Call } from "contract/core/call.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { LivingSources, Page, PageModule } from "./pages.ts";

const web = fileURLToPath(new URL("../../../web/", import.meta.url));

interface DevPages {
  /** `posted` is the form that the page responds to. */
  render(url: string, call: Call, posted?: PostedForm): Promise<Page>;
  /** Lets Vite serve source files; resolves to whether it did. */
  serveSource(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
}

/** Pages from the current sources, which refresh in the browser on save. For development. */
export async function devPages(app: FastifyInstance, sources: LivingSources): Promise<DevPages> {
  const basePath = basePathOf(sources.publicUrl);
  const { createServer } = await import("vite");
  const vite = await createServer({
    root: web,
    base: `${basePath}/`,
    configFile: `${web}vite.config.ts`,
    appType: "custom",
    // over our own port, so that two development servers do not clash
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook("onClose", () => vite.close());

  const load = () => vite.ssrLoadModule("/src/ssr/entry-server.tsx") as Promise<PageModule>;
  const react = await import("@vitejs/plugin-react");
  const manifest = {
    routes: {
      __root__: {
        // linked in the page, so that it is styled before its scripts run
        css: [`${basePath}/src/app/styles.css`],
        scripts: [
          { attrs: { type: "module" }, children: react.default.preambleCode.replace("__BASE__", `${basePath}/`) },
          { attrs: { type: "module", src: `${basePath}/@vite/client` } },
          { attrs: { type: "module", src: `${basePath}/src/app/entry-client.tsx` } },
        ],
      },
    },
  };
  return {
    // no policy: Vite injects scripts and styles, and opens a socket
    render: async (url, call, posted) =>
      (await load()).renderPage(url, { ...sources, call, manifest, nonce: "", posted }).catch((error) => {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        throw error;
      }),
    serveSource: ({ raw: request, originalUrl }, { raw: response }) =>
      new Promise((resolve, reject) => {
        // Vite itself reads the base path
        request.url = originalUrl;
        response.once("close", () => resolve(true));
        vite.middlewares(request, response, (error?: unknown) => (error ? reject(error) : resolve(false)));
      }),
  };
}
