import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface RoundRobin {
  port: number;
  /** Sets the targets, which take turns. */
  setTargets(urls: readonly string[]): void;
  stop(): Promise<void>;
}

/** A proxy that sends each request to the next process, which reveals state that only one process has. */
export async function startRoundRobin(): Promise<RoundRobin> {
  let urls: readonly string[] = [];
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const url = urls[turn++ % urls.length];
    const { method, headers } = incoming;
    const forwarded = request(`${url}${incoming.url}`, { method, headers, agent: false }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(outgoing);
      response.on("error", () => outgoing.destroy());
    });
    forwarded.on("error", () => outgoing.destroy());
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    setTargets(next) {
      urls = next;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
