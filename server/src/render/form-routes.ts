import { type AppError, errorStatus } from "contract/core/errors.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { toAppError } from "../platform/http/errors.ts";
import { isFromOtherSite } from "../platform/http/security/origin.ts";
import { failurePage, type PlaceTexts } from "./failure-page.ts";
import { placePattern } from "./page-addresses.ts";

interface PageForm {
  /** Fields that the page shows again; no secrets. */
  shown: readonly string[];
  /** The API call it makes, with all fields; none if the page needs the script anyway. */
  route?: string;
}

/** Forms that work before or without the script, by the paths of their pages. */
const pageForms: Readonly<Record<string, PageForm>> = {
  "/contact": { shown: ["name", "email", "subject", "message"], route: "POST /api/contact/submit" },
  "/forgot-password": { shown: ["email"], route: "POST /api/auth/reset-password" },
  // only the script can store a session
  "/login": { shown: ["email", "rememberMe"] },
  "/register": { shown: ["username", "email", "birthday", "agree"] },
  "/reset-password": { shown: [] },
};

export interface FormOptions {
  publicUrl: string;
  /** Counts a rendered page for a client address. Throws `rate_limited`. */
  countMiss(address: string): void;
  textsAt(address: string): PlaceTexts;
  /** Sends the page in response to the form. */
  sendPage(request: FastifyRequest, reply: FastifyReply, posted: PostedForm, status: number): Promise<FastifyReply>;
}

/**
 * Responds to a posted form with its page and the result. The form makes the same call as the API.
 */
export async function formRoutes(
  app: FastifyInstance,
  { publicUrl, countMiss, textsAt, sendPage }: FormOptions,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.setErrorHandler((error, request, reply) => {
      const { code, retryAfter } = toAppError(error);
      if (code === "internal") request.log.error({ err: error }, "failed to respond to a form");
      return failurePage(reply, textsAt, { status: errorStatus[code], retryAfter });
    });
    for (const [path, { shown, route }] of Object.entries(pageForms)) {
      const respond = async (request: FastifyRequest, reply: FastifyReply) => {
        countMiss(request.ip);
        const fields = (request.body ?? {}) as Record<string, string>;
        const values = Object.fromEntries(shown.flatMap((name) => (name in fields ? [[name, fields[name]!]] : [])));
        const outcome = await outcomeOf(request, route, fields);
        const status = outcome === "accepted" ? 200 : outcome === "needs_script" ? 400 : outcome.status;
        return sendPage(request, reply, { values, outcome }, status);
      };
      scope.post(path, respond);
      scope.post(`/:place(${placePattern})${path}`, respond);
    }
  });

  async function outcomeOf(
    request: FastifyRequest,
    route: string | undefined,
    body: Record<string, string>,
  ): Promise<PostedForm["outcome"]> {
    if (route === undefined) return "needs_script";
    try {
      if (isFromOtherSite(request, publicUrl)) return { status: 403, code: "forbidden", error: "Sent by another site" };
      await app.calls.submitted.get(route)!(request, body);
      return "accepted";
    } catch (error) {
      return refusal(request, toAppError(error), error);
    }
  }
}

function refusal(request: FastifyRequest, { code, message, details }: AppError, cause: unknown) {
  if (code === "internal") request.log.error({ err: cause }, "failed to process a form");
  return { status: errorStatus[code], code, error: message, ...(details && { details }) };
}
