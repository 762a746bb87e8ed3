import type { IncomingMessage } from "node:http";
import { startUpstream } from "./upstream-server.ts";

export interface Received {
  url: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** A local server that accepts POSTs, in place of a webhook, Discord or an ntfy server. */
export async function startReceiver() {
  const upstream = await startUpstream();
  let received: Received[] = [];

  /** Clears the received requests, and responds with this status from now on. */
  function respondWith(status: number, headers: Record<string, string> = {}): void {
    received = [];
    upstream.respondWith(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      received.push({ url: request.url ?? "", headers: request.headers, body });
      response.writeHead(status, headers).end("ok");
    });
  }

  respondWith(200);
  return {
    origin: upstream.origin,
    upstream,
    respondWith,
    received: () => received,
    bodies: () => received.map(({ body }) => JSON.parse(body.toString())),
  };
}
