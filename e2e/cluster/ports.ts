import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that systems give to outgoing connections: else such a one could take the port of a process that restarts. */
const range = { from: 15_000, to: 32_000 };

/** A port of the loopback address that nobody uses. */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = randomInt(range.from, range.to);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
