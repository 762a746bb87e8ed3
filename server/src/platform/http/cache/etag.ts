import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Whether `If-None-Match` has the tag, or `*` (RFC 9110, 13.1.2). */
export function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const tags = headers["if-none-match"]?.split(",") ?? [];
  return tags.map((tag) => tag.trim().replace(/^W\//, "")).some((tag) => tag === etag || tag === "*");
}

/** Sends bytes with their strong entity tag, or 304 when the client has them. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, bytes: Buffer, type: string): FastifyReply {
  const etag = `"${hash("sha256", bytes, "base64url").slice(0, 22)}"`;
  reply.header("etag", etag);
  return isKnown(request, etag) ? reply.code(304).send() : reply.type(type).send(bytes);
}
