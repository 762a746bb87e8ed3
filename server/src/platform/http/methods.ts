import type { FastifyInstance, FastifyRequest } from "fastify";
import createRouter from "find-my-way";

declare module "fastify" {
  interface FastifyInstance {
    /** The methods of an address; empty if it doesn't exist. */
    methodsOf(url: string): readonly string[];
  }
  interface FastifyContextConfig {
    /** The route matches addresses that don't exist. */
    catchesUnknown?: true;
  }
}

/** Collects the methods of every address, for 405 with `allow`. Mount it before any route. */
export function collectMethods(app: FastifyInstance): void {
  const methodsByPattern = new Map<string, Set<string>>();
  const unknown = new Set<Set<string>>();
  let router: ReturnType<typeof openRouter> | null = null;

  /** Made for the first unknown address, since it takes a tenth of a start. */
  function openRouter() {
    const opened = createRouter();
    // the router only finds the most specific pattern; the method doesn't matter
    for (const [url, methods] of methodsByPattern) opened.on("GET", url, () => {}, methods);
    return opened;
  }

  app.addHook("onRoute", ({ method, url, config }) => {
    const methods = methodsByPattern.get(url) ?? new Set();
    methodsByPattern.set(url, methods);
    router = null;
    if (config?.catchesUnknown) unknown.add(methods);
    else for (const each of [method].flat()) methods.add(each);
  });

  app.decorate("methodsOf", (url) => {
    router ??= openRouter();
    const own = router.find("GET", url)?.store as Set<string> | undefined;
    if (own && unknown.has(own)) return [];
    // forms are posted to the addresses of pages
    const ofPages = isUnderApi(url) ? undefined : methodsByPattern.get("/*");
    return [...new Set([...(own ?? []), ...(ofPages ?? [])])].sort();
  });
}

const isUnderApi = (url: string) => /^\/api(\/|\?|$)/.test(url);

/** The methods for `allow` if the address exists without the request's method; `null` otherwise. */
export function allowedInstead({ server, method, url }: FastifyRequest): readonly string[] | null {
  const methods = server.methodsOf(url);
  return methods.length > 0 && !methods.includes(method) ? methods : null;
}
