import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface RoundRobin {
  port: number;
  /** Where requests go from now on, each to the next one. */
  leadTo(urls: readonly string[]): void;
  stop(): Promise<void>;
}

/** A proxy that shows whatever stays in one process: what a page asks for comes from another than the page. */
export async function startRoundRobin(): Promise<RoundRobin> {
  let urls: readonly string[] = [];
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const url = urls[turn++ % urls.length];
    const { method, headers } = incoming;
    const onward = request(`${url}${incoming.url}`, { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
      answer.on("error", () => outgoing.destroy());
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(next) {
      urls = next;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
