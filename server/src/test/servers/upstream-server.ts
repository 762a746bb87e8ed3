import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

export interface UpstreamServer {
  origin: string;
  /** Sets the handler of all calls from now on; `count` starts at 1. */
  respondWith(handler: Handler): void;
  /** Calls since the handler was set: path with query, and headers. */
  calls: { url: string; headers: IncomingMessage["headers"] }[];
}

/** A local server in place of a store's. Closed after the file's last test. */
export async function startUpstream(): Promise<UpstreamServer> {
  const upstream: UpstreamServer = { origin: "", respondWith, calls: [] };
  let handler: Handler = (_, response) => void response.writeHead(404).end();
  function respondWith(next: Handler): void {
    handler = next;
    upstream.calls = [];
  }
  const server = createServer((request, response) => {
    upstream.calls.push({ url: request.url ?? "", headers: request.headers });
    handler(request, response, upstream.calls.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  upstream.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return upstream;
}
