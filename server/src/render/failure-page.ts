import { defaultTexts } from "contract/content-strings/defaults/every-page.ts";
import type { Texts } from "contract/content-strings/variables.ts";
import type { SiteLanguage } from "contract/languages/schema.ts";
import type { FastifyReply } from "fastify";
import { sendPlainPage } from "../platform/http/plain-page.ts";
import { escapeXml } from "../platform/process/escape-xml.ts";

/** The texts at an address, in its language, and the address of the home page there. */
export interface PlaceTexts {
  texts: Texts;
  language: SiteLanguage;
  home: string;
}

interface FailureOptions {
  status?: number;
  /** Seconds. */
  retryAfter?: number | undefined;
}

/** The last resort when not even an error page of the website can be rendered (texts of spec/storefront 4.4). */
export function failurePage(
  reply: FastifyReply,
  textsAt: (address: string) => PlaceTexts,
  { status = 503, retryAfter }: FailureOptions = {},
): FastifyReply {
  const wait = retryAfter ?? (status === 503 ? 5 : undefined);
  if (wait !== undefined) reply.header("retry-after", String(wait));
  const { texts, language, home } = textsAt(reply.request.url);
  const text = (key: keyof typeof defaultTexts) => escapeXml(texts[key] ?? defaultTexts[key]);
  return sendPlainPage(reply, status, {
    language,
    title: text("status.error_title"),
    text: text(status === 429 ? "status.rate_limited" : "status.error_text"),
    links: `<a href="">${text("status.retry")}</a> <a href="${escapeXml(home)}">${text("status.go_home")}</a>`,
  });
}
