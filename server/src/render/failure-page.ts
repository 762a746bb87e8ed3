import { defaultTexts } from "contract/content-strings/defaults/every-page.ts";
import type { FastifyReply } from "fastify";
import { sendPlainPage } from "../platform/http/plain-page.ts";

interface FailureOptions {
  status?: number;
  /** Seconds. */
  retryAfter?: number | undefined;
}

/** The last resort when not even an error page of the website can be rendered (texts of spec/storefront 4.4). */
export function failurePage(reply: FastifyReply, { status = 503, retryAfter }: FailureOptions = {}): FastifyReply {
  const wait = retryAfter ?? (status === 503 ? 5 : undefined);
  if (wait !== undefined) reply.header("retry-after", String(wait));
  return sendPlainPage(reply, status, {
    title: defaultTexts["status.error_title"],
    text: defaultTexts[status === 429 ? "status.rate_limited" : "status.error_text"],
    links: '<a href="">Retry</a> <a href="/">Go Home</a>',
  });
}
