import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export type Answerer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

export interface UpstreamServer {
  origin: string;
  /** Answers every call so from now on; `count` is that of the calls since, from 1. */
  answerWith(answer: Answerer): void;
  /** Calls since the answer was set: path with query, and headers. */
  calls: { url: string; headers: IncomingMessage["headers"] }[];
}

/** A small server that stands for a store's own, on this machine; closed after the file. */
export async function startUpstream(): Promise<UpstreamServer> {
  const upstream: UpstreamServer = { origin: "", answerWith, calls: [] };
  let answer: Answerer = (_, response) => void response.writeHead(404).end();
  function answerWith(next: Answerer): void {
    answer = next;
    upstream.calls = [];
  }
  const server = createServer((request, response) => {
    upstream.calls.push({ url: request.url ?? "", headers: request.headers });
    answer(request, response, upstream.calls.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  upstream.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return upstream;
}
