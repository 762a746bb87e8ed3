import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { AppError, type ErrorBody, type ErrorCode, errorStatus } from "contract/core/errors.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasCode, isDiskFull, isReadOnly } from "../db/errors.ts";
import { isDatabaseUnreachable } from "../db/unreachable.ts";
import { allowedInstead, collectMethods } from "./methods.ts";
import type { Headers } from "./security/headers.ts";

/** Errors of Fastify itself, before a handler runs. */
const fastifyErrors: Record<number, [ErrorCode, string]> = {
  400: ["invalid", "The request could not be read"],
  404: ["not_found", "Not found"],
  413: ["too_large", "The request is too large"],
  414: ["invalid", "The address is too long"],
  415: ["unsupported_type", "The body must be JSON"],
  431: ["too_large", "The headers are too large"],
  503: ["unavailable", "That took too long"],
};

/** A timeout of a statement or a lock, or a conflict of transactions. */
const databaseOverloaded = /^(57014|55P03|40001|40P01)$/;
/** A text with NUL, the one character that PostgreSQL cannot store. */
const holdsNul = /^(22021|22P05)$/;

/** The error as callers may see it; anything else becomes `internal` without its message. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return new AppError("unavailable", "Nothing can be saved at the moment", { retryAfter: 30 });
  if (isReadOnly(error)) {
    return new AppError("unavailable", "The site is read-only for some minutes: nothing can be saved until then", {
      retryAfter: 30,
    });
  }
  if (isDatabaseUnreachable(error))
    return new AppError("unavailable", "The database does not respond", { retryAfter: 5 });
  if (hasCode(error, databaseOverloaded)) return new AppError("unavailable", "The database is busy", { retryAfter: 2 });
  if (hasCode(error, holdsNul)) return new AppError("invalid", "Text cannot contain the character NUL");
  const { statusCode = 500, code = "" } = error as Partial<FastifyError>;
  // the code of a DOMException, such as an abort, is a number
  const known = String(code).startsWith("FST_") ? fastifyErrors[statusCode] : undefined;
  return known ? new AppError(...known) : new AppError("internal", "Something went wrong");
}

/** The one place that turns errors into responses (spec/api 2.1). Mount it before any route. */
export function handleErrors(app: FastifyInstance): void {
  collectMethods(app);
  app.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
    const known = isBodyMissing(request) ? new AppError("timeout", "The body did not arrive") : toAppError(error);
    // the change listener logs an unreachable database once
    if (known.code === "unavailable") request.log.debug({ err: error }, "request refused");
    else if (errorStatus[known.code] >= 500) request.log.error({ err: error }, "request failed");
    return known.code === "not_found" ? sendNotFound(request, reply, known) : sendError(reply, known);
  });
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply));
}

/** Whether the connection ended within the body. Only the log gets the response. */
function isBodyMissing({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/** 404, or 405 with `allow` where the address has other methods. */
function sendNotFound(request: FastifyRequest, reply: FastifyReply, error = new AppError("not_found", "Not found")) {
  const allowed = allowedInstead(request);
  if (!allowed) return sendError(reply, error);
  const names = allowed.join(", ");
  return sendError(reply.header("allow", names), new AppError("method_not_allowed", `Allowed here: ${names}`));
}

/** Statuses of requests that Node cannot parse, by its code; the others are a 400. */
const unreadable: Record<string, [number, ErrorCode]> = {
  HPE_HEADER_OVERFLOW: [431, "too_large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "timeout"],
};

/** For bytes that are no HTTP request: there is only the connection to write to. */
export const handleUnreadableRequest = (common: Headers) => (error: Error & { code?: string }, socket: Socket) => {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const [status, code] = unreadable[error.code ?? ""] ?? [400, "invalid"];
  const body = JSON.stringify({ error: STATUS_CODES[status], code });
  const headers = [
    ...Object.entries(common).map(([name, value]) => `${name}: ${value}`),
    "content-type: application/json; charset=utf-8",
    `content-length: ${body.length}`,
    "connection: close",
  ];
  socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers, "", body].join("\r\n"));
  // a client that keeps sending must not hold the connection
  socket.destroySoon();
};

/** Sends an error in the API's form. */
export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header("retry-after", String(error.retryAfter));
  const body: ErrorBody = { error: error.message, code: error.code };
  if (error.details) {
    body.details = error.details;
    const { repeatDetailsAs } = reply.request.routeOptions.config;
    if (repeatDetailsAs) body[repeatDetailsAs] = error.details;
  }
  if (error.current !== undefined) body.current = error.current;
  return reply
    .code(errorStatus[error.code])
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(body);
}
