import { contentStringEndpoints } from "contract/content-strings/api.ts";
import type { Texts } from "contract/content-strings/variables.ts";
import type { FastifyInstance } from "fastify";
import type { ReadModel } from "../../platform/db/changes/read-model.ts";
import { bind } from "../../platform/http/bind.ts";
import type { SiteTexts } from "./queries.ts";

export function contentStringRoutes(app: FastifyInstance, strings: ReadModel<SiteTexts>): void {
  const pageTexts = new WeakMap<Texts, Texts>();
  /** The texts of pages, without those of mails. Cached, because every page requests them and they rarely change. */
  function pageTextsIn(language: string | undefined): Texts {
    const all = strings.value().in(language);
    let texts = pageTexts.get(all);
    if (texts === undefined) {
      texts = Object.fromEntries(Object.entries(all).filter(([key]) => !key.startsWith("mail.")));
      pageTexts.set(all, texts);
    }
    return texts;
  }

  bind(app, contentStringEndpoints.publicStrings, ({ query: { locale } }) => pageTextsIn(locale), {
    skipResponseValidation: true,
  });
}
