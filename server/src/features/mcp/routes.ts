import { type Call, type CallParts, requestOf } from "contract/core/call.ts";
import { AppError, type ErrorBody, type ErrorCode } from "contract/core/errors.ts";
import { mayGive } from "contract/scopes.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { callTimeoutMs } from "../../platform/http/limits/limits.ts";
import { bearerToken } from "../../platform/http/security/access.ts";
import type { Viewer } from "../../platform/http/security/viewer.ts";
import type { Tool } from "./tools/tool.ts";

export interface McpOptions {
  publicUrl: string;
  version: string;
  siteName(): string;
  /** The absolute address of a game's page. */
  gameAddresses(country: string | undefined): (id: number) => string;
  /** Counts a message of an address or a key. Throws `rate_limited`. */
  countMessage(caller: string): void;
}

/**
 * Mounts `POST /mcp`, the site's tools for assistants (spec/mcp). Each tool makes calls of the API as its caller, with
 * the caller's key, permissions and limits.
 */
export function mcpRoutes(app: FastifyInstance, options: McpOptions): void {
  const { publicUrl, version, siteName, gameAddresses, countMessage } = options;

  app.post("/mcp", { handlerTimeout: callTimeoutMs }, async (request, reply) => {
    requireOwnOrigin(request);
    const token = bearerToken(request.headers.authorization);
    const viewer = token ? await app.calls.findViewer(token) : null;
    if (token && !viewer) throw new AppError("unauthenticated", "Authentication required");
    // assistants no longer send several messages at once, which would count as one
    if (Array.isArray(request.body)) throw new AppError("invalid", "One message at a time");
    countMessage(viewer?.key ? `key ${viewer.key.id}` : request.ip);
    // loaded with the first message: most sites never get one
    const [{ respondToAssistant }, { tools }] = await Promise.all([
      import("./tools/respond.ts"),
      import("./tools/tools.ts"),
    ]);
    const response = await respondToAssistant(toWebRequest(request), request.body, {
      name: siteName(),
      version,
      tools: tools.filter((tool) => mayUse(tool, viewer)),
      onError: (error) => request.log.error({ err: error }, "an assistant's tool failed"),
      context: { call: callAs(request), addressOf: gameAddresses(undefined) },
    });
    reply.code(response.status).header("cache-control", "no-store");
    if (response.type !== null) reply.type(response.type);
    return reply.send(response.body);
  });

  // no stream to listen to, and no session to end
  const refuse = async () => {
    throw new AppError("method_not_allowed", "Only POST");
  };
  app.route({ method: ["GET", "DELETE"], url: "/mcp", handler: refuse });

  /** Browsers name the page that makes a request; no other site's page may make one (DNS rebinding). */
  function requireOwnOrigin({ headers: { origin } }: FastifyRequest): void {
    if (origin === undefined || origin === new URL(publicUrl).origin) return;
    throw new AppError("forbidden", "Pages of other sites may not call this");
  }

  function toWebRequest({ headers }: FastifyRequest): Request {
    const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, value]] : [],
    );
    return new Request(`${publicUrl}/mcp`, { method: "POST", headers: sent });
  }

  /** The site's calls, made with the authorization and from the address of the request. */
  function callAs({ headers: { authorization, "user-agent": userAgent }, ip }: FastifyRequest): Call {
    const send = async (route: string, input: CallParts) => {
      const response = await app.inject({
        ...requestOf(route, input),
        ...(input.body !== undefined && { payload: input.body as object }),
        headers: { ...(authorization && { authorization }), ...(userAgent && { "user-agent": userAgent }) },
        remoteAddress: ip,
      });
      if (response.statusCode >= 400) {
        const { error, code, details } = response.json<ErrorBody>();
        throw new AppError(code as ErrorCode, error, details && { details });
      }
      return response.json();
    };
    return send as Call;
  }
}

/** Whether the tool is offered; the calls that it makes check again. */
function mayUse({ scope }: Tool, viewer: Viewer | null): boolean {
  if (scope === undefined) return viewer?.key?.scopes.has("read:catalogue") ?? true;
  return viewer !== null && (viewer.key?.scopes.has(scope) ?? true) && mayGive(scope, viewer.permissions);
}
