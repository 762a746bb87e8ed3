import { connect, type Socket } from "node:net";
import type { Ask } from "./load.ts";

/**
 * A client of HTTP that leaves hardly any garbage. Node's own keeps every piece that it reads for a while; collecting
 * that took a processor of two for 50 ms again and again, in which the site could do nothing.
 */
export interface Client {
  /** Resolves with the status of the answer as soon as all of it is there. Rejects when none comes. */
  ask(request: Ask): Promise<number>;
  close(): void;
}

interface Connection {
  socket: Socket;
  /** What it is waiting for. */
  pending: { read: Reader; resolve(status: number): void; reject(error: Error): void } | null;
}

const mostConnections = 256;
const patienceMs = 30_000;

export function openClient(url: string): Client {
  const { hostname, port, host } = new URL(url);
  const open = new Set<Connection>();
  const idle: Connection[] = [];
  const waiting: (() => void)[] = [];
  /** All connections read into it, one piece after the other. */
  const buffer = Buffer.alloc(64 * 1024);

  function openConnection(): Connection {
    const onread = { buffer, callback: (bytes: number) => receive(connection, buffer.subarray(0, bytes)) };
    const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
    const connection: Connection = { socket, pending: null };
    open.add(connection);
    socket.setTimeout(patienceMs, () => socket.destroy(new Error(`no answer in ${patienceMs} ms`)));
    socket.on("error", (error) => connection.pending?.reject(error));
    socket.on("close", () => {
      connection.pending?.reject(new Error("the connection was closed"));
      open.delete(connection);
      if (idle.includes(connection)) idle.splice(idle.indexOf(connection), 1);
      waiting.shift()?.();
    });
    return connection;
  }

  function receive(connection: Connection, piece: Buffer): boolean {
    const { pending, socket } = connection;
    try {
      const answer = pending?.read(piece);
      if (!pending || !answer) return true;
      connection.pending = null;
      if (answer.isLast) socket.end();
      else idle.push(connection);
      pending.resolve(answer.status);
      waiting.shift()?.();
    } catch (error) {
      socket.destroy(error as Error);
    }
    return true;
  }

  return {
    async ask({ path, method = "GET", body = "", headers }) {
      while (idle.length === 0 && open.size >= mostConnections) {
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      const connection = idle.pop() ?? openConnection();
      let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n`;
      for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
      if (body) head += `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
      return new Promise((resolve, reject) => {
        connection.pending = { read: createReader(), resolve, reject };
        connection.socket.write(`${head}\r\n${body}`);
      });
    },
    close() {
      for (const { socket } of open) socket.destroy();
    },
  };
}

interface Answer {
  status: number;
  /** Whether no other comes over the same connection. */
  isLast: boolean;
}

/** Takes an answer piece by piece; says what it was once all of it was there. Throws when it is no answer. */
type Reader = (piece: Buffer) => Answer | null;

function createReader(): Reader {
  let answer: Answer | null = null;
  /** Bytes that are still to come; `null` where chunks say when it ends. */
  let left: number | null = 0;
  let tail = "";
  return (piece) => {
    let body = piece;
    if (!answer) {
      const end = piece.indexOf("\r\n\r\n");
      const head = piece.toString("latin1", 0, end);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
      if (end === -1 || !status) throw new Error("an answer without a head, or with one in pieces");
      answer = { status: Number(status), isLast: /^connection: close/im.test(head) };
      left = /^transfer-encoding: chunked/im.test(head)
        ? null
        : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      body = piece.subarray(end + 4);
    }
    if (left !== null) {
      left -= body.length;
      return left > 0 ? null : answer;
    }
    tail = (tail + body.toString("latin1", Math.max(0, body.length - 5))).slice(-5);
    return tail === "0\r\n\r\n" ? answer : null;
  };
}
