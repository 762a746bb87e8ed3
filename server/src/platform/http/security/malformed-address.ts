import { defaultTexts } from "contract/content-strings/defaults/every-page.ts";
import { AppError, type ErrorDetail, invalid } from "contract/core/errors.ts";
import { textProblem, textProblems } from "contract/core/text.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendError } from "../errors.ts";
import { sendPlainPage } from "../plain-page.ts";
import type { Headers } from "./headers.ts";

/**
 * Rejects requests whose path or query doesn't decode to well-formed text: 400, as JSON under `/api`, otherwise as a
 * page with a link to `home`.
 */
export function refuseMalformedAddresses(app: FastifyInstance, home: string): void {
  app.addHook("onRequest", async (request, reply) => {
    const problems = addressProblems(request.url, request.params);
    if (problems.length > 0) return refuse(request, reply, problems, home);
  });
}

/** For paths that the router cannot decode, which no hook sees. */
export const refuseUndecodablePath =
  (headers: Headers, home: string) => (_error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const found = addressProblems(request.url, {});
    const problems = found.length > 0 ? found : [{ path: "path", msg: "is not valid" }];
    refuse(request, reply.headers(headers), problems, home);
  };

function refuse({ url }: FastifyRequest, reply: FastifyReply, problems: ErrorDetail[], home: string): FastifyReply {
  if (!url.startsWith("/") || url.startsWith("/api/")) return sendError(reply, invalid(problems));
  return sendPlainPage(reply, 400, {
    title: defaultTexts["status.not_found_title"],
    text: defaultTexts["status.not_found_text"],
    links: `<a href="${home}">${defaultTexts["status.go_home"]}</a>`,
  });
}

const maxProblems = 20;

/**
 * Problems of a request's path and query: a percent-escape that does not decode to Unicode, or to NUL. `params` are the
 * decoded parameters of the path.
 */
function addressProblems(url: string, params: unknown): ErrorDetail[] {
  if (!url.includes("%")) return [];
  const [path, query] = splitAt(url, "?");
  const inParams = textProblems(params).filter((problem) => problem.path !== "*");
  const inPath = inParams.length > 0 ? inParams : escapeProblems("path", path);
  const inQuery = query.split("&").flatMap((pair) => escapeProblems(splitAt(pair, "=")[0], pair));
  return [...inPath, ...inQuery].slice(0, maxProblems);
}

function escapeProblems(path: string, text: string): ErrorDetail[] {
  try {
    const msg = textProblem(decodeURIComponent(text));
    return msg ? [{ path, msg }] : [];
  } catch {
    return [{ path, msg: "has a malformed percent-escape" }];
  }
}

function splitAt(text: string, separator: string): [before: string, after: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/**
 * The path of an absolute-form request target (RFC 9112, 3.2.2) of this site. `refuseForeignTargets` rejects others.
 */
export function originForm(target: string, publicUrl: string): string {
  if (target.startsWith("/")) return target;
  const url = URL.parse(target);
  const isOurs = url && /^https?:$/.test(url.protocol) && url.host === new URL(publicUrl).host && !url.username;
  return isOurs ? url.pathname + url.search : target;
}

/** Rejects targets that aren't paths, such as `file:///etc/passwd`: this is not a proxy. */
export function refuseForeignTargets(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ url }) => {
    if (!url.startsWith("/")) throw new AppError("invalid", "The request target is not an address of this site");
  });
}
