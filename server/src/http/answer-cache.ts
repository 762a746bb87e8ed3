import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Content, isCurrent, type Stamp } from "./content.ts";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Below this many bytes an answer gains nothing from compression. */
const smallest = 1_024;

type Encoding = "identity" | "br" | "gzip";

/** A finished answer: its bytes as they are, and compressed once somebody asks for that. */
export interface Answer {
  contentType: string;
  /** What it shows, and the versions that it shows of it. */
  stamp: Stamp;
  tag: string;
  /** The content security policy of a page. */
  policy: string | undefined;
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer>>;
}

export interface NewAnswer {
  /** Taken before anything was read for it. */
  stamp: Stamp;
  contentType: string;
  body: string;
  policy?: string | undefined;
}

export interface AnswerCache {
  /** The answer kept under the key, unless anything that it shows has changed since. */
  get(key: string): Answer | undefined;
  /** Keeps an answer, unless it was overtaken while it was made, and returns it. */
  set(key: string, answer: NewAnswer): Answer;
}

/**
 * Whole answers in memory, least recently used out first. Each dies when something changes that it shows,
 * so an answer is never older than what the process knows.
 */
export function createAnswerCache(content: Pick<Content, "versionOf">, maxBytes = 24 * 1024 * 1024): AnswerCache {
  const answers = new Map<string, Answer>();
  let bytes = 0;

  /** For many at once: on its way to the oldest entry a map steps over every gap that older ones left. */
  function makeRoom() {
    for (const oldest of answers.keys()) {
      if (bytes <= maxBytes * 0.9) break;
      drop(oldest);
    }
  }

  function drop(key: string): undefined {
    const answer = answers.get(key);
    if (answer) bytes -= sizeOf(answer);
    answers.delete(key);
  }

  return {
    get(key) {
      const answer = answers.get(key);
      if (!answer) return;
      if (!isCurrent(content, answer.stamp)) return drop(key);
      answers.delete(key);
      answers.set(key, answer);
      return answer;
    },
    set(key, { stamp, contentType, body, policy }) {
      const identity = Buffer.from(body);
      const answer = { contentType, stamp, tag: hash("sha1", identity, "base64url"), policy, bodies: { identity } };
      if (!isCurrent(content, stamp)) return answer;
      // two requests may have missed it at once, and both made it
      drop(key);
      answers.set(key, answer);
      bytes += sizeOf(answer);
      if (bytes > maxBytes) makeRoom();
      return answer;
    },
  };
}

/** Compressed copies come later and are small beside the original: counted as half of it. */
function sizeOf(answer: Answer): number {
  return Math.ceil(answer.bodies.identity.length * 1.5) + 500;
}

/** Sends an answer in the encoding that the client prefers, or 304 when the client has it already. */
export async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers["accept-encoding"], answer.bodies.identity.length);
  const etag = `"${answer.tag}${encoding === "identity" ? "" : `-${encoding}`}"`;
  reply.header("etag", etag).header("vary", "Accept-Encoding, Authorization");
  if (answer.policy) reply.header("content-security-policy", answer.policy);
  if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.type(answer.contentType).send(await bodyIn(encoding, answer));
}

function chooseEncoding(accepted: string | undefined, length: number): Encoding {
  if (!accepted || length < smallest) return "identity";
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return "br";
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted) ? "gzip" : "identity";
}

function matches(header: string | undefined, etag: string): boolean {
  const candidates = header?.split(",") ?? [];
  return candidates.some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}

async function bodyIn(encoding: Encoding, { bodies }: Answer): Promise<Buffer> {
  const known = bodies[encoding];
  if (known) return known;
  const body =
    encoding === "br"
      ? await compressBrotli(bodies.identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : await compressGzip(bodies.identity);
  bodies[encoding] = body;
  return body;
}
