// Stands in for nginx where there is none: web processes in turn, without keeping anything.
// node deploy/cluster/proxy.ts <port> <port of a web process> …
import { Agent, type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";

/** As in nginx.conf.template. */
const mostBodyBytes = 2 * 1024 * 1024;
const readPatienceMs = 35_000;

/** Of one connection only: they end at each proxy. */
const hopByHop = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"];

/** May be asked again: whoever died over it may have done nothing, or all of it. */
const repeatable = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

const [port = 0, ...webPorts] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true, timeout: 60_000 });
let turn = 0;

const server = createServer(async (asked, answer) => {
  const body = await readBody(asked).catch(() => null);
  if (body === null) return void answer.writeHead(413, { connection: "close" }).end();
  turn += 1;
  const first = turn % webPorts.length;
  ask([...webPorts.slice(first), ...webPorts.slice(0, first)], { asked, body, answer });
});
server.listen(port, "127.0.0.1");

for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit(0));
process.on("disconnect", () => process.exit(0));

interface Exchange {
  asked: IncomingMessage;
  body: Buffer;
  answer: ServerResponse;
}

async function readBody(asked: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of asked) {
    bytes += chunk.length;
    if (bytes > mostBodyBytes) throw new Error("too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function ask([port, ...others]: readonly number[], exchange: Exchange): void {
  const { asked, body, answer } = exchange;
  const mayRepeat = others.length > 0 && repeatable.has(asked.method ?? "");
  const outgoing = request({
    agent,
    host: "127.0.0.1",
    port,
    method: asked.method,
    path: asked.url,
    headers: headersFor(asked, body),
    timeout: readPatienceMs,
  });
  outgoing.on("timeout", () => outgoing.destroy());
  outgoing.on("error", (error) => {
    if (answer.headersSent) return void answer.destroy();
    if (others.length > 0 && (mayRepeat || wasNotTaken(error, outgoing))) return ask(others, exchange);
    answer.writeHead(502, { "cache-control": "no-store" }).end();
  });
  outgoing.on("response", (incoming) => {
    const isElsewhere = incoming.statusCode === 404 && asked.url?.startsWith("/assets/");
    if (mayRepeat && (incoming.statusCode === 503 || isElsewhere)) {
      incoming.resume();
      return ask(others, exchange);
    }
    for (const name of hopByHop) delete incoming.headers[name];
    answer.writeHead(incoming.statusCode ?? 502, incoming.headers);
    pipeline(incoming, answer, () => {});
  });
  answer.on("close", () => {
    if (!answer.writableFinished) outgoing.destroy();
  });
  outgoing.end(body);
}

/** Nobody listened, or a connection that was kept had ended before. */
function wasNotTaken(error: NodeJS.ErrnoException, outgoing: ClientRequest): boolean {
  return error.code === "ECONNREFUSED" || (outgoing.reusedSocket && error.code === "EPIPE");
}

function headersFor(asked: IncomingMessage, body: Buffer): NodeJS.Dict<string | string[]> {
  const headers: NodeJS.Dict<string | string[]> = { ...asked.headers };
  for (const name of [...hopByHop, "x-forwarded-host", "x-request-id"]) delete headers[name];
  const before = headers["x-forwarded-for"];
  headers["x-forwarded-for"] = [before, asked.socket.remoteAddress].filter(Boolean).join(", ");
  headers["x-forwarded-proto"] = "http";
  if (body.length > 0) headers["content-length"] = String(body.length);
  return headers;
}
