import type { FastifyReply, FastifyRequest } from "fastify";
import { type Body, chooseEncoding, type Encoding, encode, plainBody } from "./body.ts";
import { type Content, isCurrent, type Stamp } from "./content.ts";
import { createDoorkeeper } from "./doorkeeper.ts";
import { isKnown } from "./etag.ts";

/** A finished answer, in each of the encodings that somebody wanted. */
export interface Answer {
  key: string;
  contentType: string;
  /** What it shows, and the versions that it shows of it. */
  stamp: Stamp;
  /** The content security policy of a page. */
  policy: string | undefined;
  /** The plain one goes as soon as there is another: it is made of that when asked for. */
  bodies: [Body, ...Body[]];
}

export interface NewAnswer {
  /** Taken before anything was read for it. */
  stamp: Stamp;
  contentType: string;
  body: Body | string;
  policy?: string | undefined;
}

export interface AnswerCache {
  /** The answer kept under the key, unless anything that it shows has changed since. */
  get(key: string): Answer | undefined;
  /**
   * Returns the answer, and keeps it: unless it was overtaken while it was made, or nobody else asked for it lately while room is short.
   */
  set(key: string, answer: NewAnswer): Answer;
  /** Sends an answer in the encoding that the client prefers, or 304 when the client has it already. */
  send(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply>;
}

/** What an answer takes besides its bytes: its key, its stamp, its place. */
const overhead = 500;

/** Filled to this part a cache takes no answer that was asked for only once. When it is full, a tenth is made free. */
const shortOfRoom = 0.8;

/**
 * Whole answers in memory, compressed, least recently used out first. Each dies when something changes that it shows,
 * so an answer is never older than what the process knows.
 */
export function createAnswerCache(content: Pick<Content, "versionOf">, maxBytes = 24 * 1024 * 1024): AnswerCache {
  const answers = new Map<string, Answer>();
  const wasAsked = createDoorkeeper();
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

  function add(answer: Answer) {
    answers.set(answer.key, answer);
    bytes += sizeOf(answer);
    if (bytes > maxBytes) makeRoom();
  }

  async function bodyIn(encoding: Encoding, answer: Answer): Promise<Body> {
    const kept = () => answer.bodies.find((body) => body.encoding === encoding);
    const body = kept() ?? (await encode(answer.bodies[0], encoding));
    // others may have waited for the same
    if (encoding !== "identity" && !kept()) keepBody(answer, body);
    return body;
  }

  function keepBody(answer: Answer, body: Body) {
    const isKept = answers.get(answer.key) === answer;
    if (isKept) drop(answer.key);
    answer.bodies = [body, ...answer.bodies.filter(({ encoding }) => encoding !== "identity")];
    if (isKept) add(answer);
  }

  return {
    get(key) {
      const answer = answers.get(key);
      if (!answer) return;
      if (!isCurrent(content, answer.stamp)) {
        wasAsked(key);
        return drop(key);
      }
      answers.delete(key);
      answers.set(key, answer);
      return answer;
    },
    set(key, { stamp, contentType, body, policy }) {
      const first = typeof body === "string" ? plainBody(body) : body;
      const answer: Answer = { key, contentType, stamp, policy, bodies: [first] };
      if (!isCurrent(content, stamp)) return answer;
      if (bytes > maxBytes * shortOfRoom && !answers.has(key) && !wasAsked(key)) return answer;
      // two requests may have missed it at once, and both made it
      drop(key);
      add(answer);
      return answer;
    },
    async send(request, reply, answer) {
      const { tag, length } = answer.bodies[0];
      const encoding = chooseEncoding(request.headers["accept-encoding"], length);
      const etag = `"${tag}${encoding === "identity" ? "" : `-${encoding}`}"`;
      reply.header("etag", etag).header("vary", "Accept-Encoding, Authorization");
      if (answer.policy) reply.header("content-security-policy", answer.policy);
      if (isKnown(request, etag)) return reply.code(304).send();
      if (encoding !== "identity") reply.header("content-encoding", encoding);
      const { bytes } = await bodyIn(encoding, answer);
      return reply.type(answer.contentType).send(bytes);
    },
  };
}

/** Bytes in memory. */
function sizeOf({ bodies }: Answer): number {
  return bodies.reduce((sum, { bytes }) => sum + bytes.length, overhead);
}
