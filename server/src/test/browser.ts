import type { FastifyInstance, InjectOptions } from "fastify";

/** A browser as far as redirects and cookies go. */
export interface TestBrowser {
  /** Opens an address of the site, or of the origin under which the site believes to be; redirects are not followed. */
  open(url: string): Promise<{ status: number; location: string; headers: Record<string, unknown> }>;
  /** Calls the API from a page of the site. */
  post(url: string, payload: object): Promise<{ status: number }>;
  cookies: Map<string, string>;
}

export function openBrowser(app: FastifyInstance): TestBrowser {
  const cookies = new Map<string, string>();
  async function send(options: InjectOptions) {
    const answer = await app.inject({ ...options, cookies: Object.fromEntries(cookies) });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0 || value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }
  return {
    cookies,
    async post(url, payload) {
      return { status: (await send({ method: "POST", url, payload })).statusCode };
    },
    async open(url) {
      const { pathname, search } = new URL(url, "http://localhost");
      const answer = await send({ url: pathname + search });
      return { status: answer.statusCode, location: String(answer.headers.location ?? ""), headers: answer.headers };
    },
  };
}
