import type { FastifyInstance, InjectOptions } from "fastify";

/** A browser with redirects and cookies. */
export interface TestBrowser {
  /** Opens an address of the site, or of its PUBLIC_URL, without following redirects. */
  open(url: string): Promise<{ status: number; location: string; headers: Record<string, unknown> }>;
  /** Calls the API from a page of the site. */
  post(url: string, payload: object): Promise<{ status: number }>;
  cookies: Map<string, string>;
}

export function openBrowser(app: FastifyInstance): TestBrowser {
  const cookies = new Map<string, string>();
  async function send(options: InjectOptions) {
    const response = await app.inject({ ...options, cookies: Object.fromEntries(cookies) });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0 || value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }
  return {
    cookies,
    async post(url, payload) {
      return { status: (await send({ method: "POST", url, payload })).statusCode };
    },
    async open(url) {
      const { pathname, search } = new URL(url, "http://localhost");
      const response = await send({ url: pathname + search });
      const { statusCode, headers } = response;
      return { status: statusCode, location: String(headers.location ?? ""), headers };
    },
  };
}
