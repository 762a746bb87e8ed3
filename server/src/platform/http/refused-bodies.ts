import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";

/** How much of a refused body is read, in bytes, and for how long. */
const maxBytes = 64 * 1024 ** 2;
const maxMs = 10_000;

/**
 * Refusals reach clients that still send their body: closing a connection with unread bytes resets it, and the client
 * would lose the response. So the response is sent whole, the rest of the body is read and dropped up to a bound, and
 * only then the connection is closed.
 */
export function deliverRefusals(app: FastifyInstance): void {
  app.addHook("onSend", async ({ raw, method }, reply, payload) => {
    if (reply.statusCode < 400 || isReceived(raw) || method === "HEAD") return payload;
    const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
    if (!Buffer.isBuffer(bytes)) return payload;
    reply.headers({ connection: "close", "content-length": bytes.length });
    return Readable.from(thenDrain(bytes, raw));
  });
}

function isReceived(raw: IncomingMessage): boolean {
  const hasBody = raw.headers["transfer-encoding"] !== undefined || Number(raw.headers["content-length"] ?? 0) > 0;
  return !hasBody || raw.complete || raw.readableEnded || raw.destroyed;
}

async function* thenDrain(bytes: Buffer, raw: IncomingMessage): AsyncGenerator<Buffer> {
  yield bytes;
  await new Promise<void>((resolve) => {
    let dropped = 0;
    const timer = setTimeout(resolve, maxMs);
    const stop = () => {
      clearTimeout(timer);
      raw.pause();
      resolve();
    };
    raw.on("data", (chunk: Buffer | string) => {
      dropped += chunk.length;
      if (dropped > maxBytes) stop();
    });
    for (const ending of ["end", "close", "error"]) raw.once(ending, stop);
    raw.resume();
  });
}
