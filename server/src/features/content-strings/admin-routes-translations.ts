import { contentStringEndpoints as endpoints } from "contract/content-strings/api.ts";
import { languageEndpoints } from "contract/languages/api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import { addLanguage, changeLanguage } from "./commands-languages.ts";
import { acceptProposal, dismissProposal, proposeTranslation } from "./commands-proposals.ts";
import { restoreTranslation, saveTranslation, saveTranslations } from "./commands-translations.ts";
import { toTranslation } from "./present.ts";
import { listLanguages, listTranslations } from "./queries-translations.ts";

export function translationAdminRoutes(app: FastifyInstance, db: Db): void {
  bind(app, languageEndpoints.countLocales, async () => ({
    locales: (await listLanguages(db)).map(
      ({ tag, name, direction, enabled, texts, translated, outdated, edited }) => ({
        tag,
        name,
        dir: direction,
        enabled,
        texts,
        translated,
        missing: texts - translated,
        outdated,
        edited,
      }),
    ),
  }));

  bind(app, languageEndpoints.listAllLanguages, async () => ({ languages: await listLanguages(db) }));

  bind(
    app,
    languageEndpoints.addLanguage,
    async ({ body }, context) => ({ language: await addLanguage(db, callerOf(context), body, new Date()) }),
    { form: true },
  );

  bind(
    app,
    languageEndpoints.updateLanguage,
    async ({ params: { tag }, body: { base_version, ...edit } }, context) => ({
      language: await changeLanguage(db, callerOf(context), tag, { ...edit, baseVersion: base_version }, new Date()),
    }),
    { form: true },
  );

  bind(app, endpoints.listTranslations, async ({ params: { language }, query: { page, limit, ...filters } }) => {
    const found = await listTranslations(db, language, filters);
    return {
      translations: found.slice((page - 1) * limit, page * limit).map(toTranslation),
      total: found.length,
    };
  });

  bind(
    app,
    endpoints.saveTranslation,
    async ({ params, body: { value, base_version, source_version } }, context) => {
      const edit = { value, baseVersion: base_version, sourceVersion: source_version };
      return { translation: toTranslation(await saveTranslation(db, callerOf(context), params, edit, new Date())) };
    },
    { form: true },
  );

  bind(app, endpoints.restoreTranslation, async ({ params: { versionId, ...params } }, context) => ({
    translation: toTranslation(await restoreTranslation(db, callerOf(context), params, versionId, new Date())),
  }));

  bind(
    app,
    endpoints.proposeTranslation,
    async ({ params, body: { value, source_version } }, context) => {
      const proposed = { value, sourceVersion: source_version };
      const pair = await proposeTranslation(db, callerOf(context), params, proposed, new Date());
      return { translation: toTranslation(pair) };
    },
    { form: true },
  );

  bind(app, endpoints.acceptTranslationProposal, async ({ params }, context) => ({
    translation: toTranslation(await acceptProposal(db, callerOf(context), params, new Date())),
  }));

  bind(app, endpoints.dismissTranslationProposal, ({ params }, context) =>
    dismissProposal(db, callerOf(context), params),
  );

  bind(
    app,
    endpoints.bulkUpdateTranslations,
    async ({ params: { language }, body: { updates } }, context) => {
      const edits = updates.map(({ key, value, base_version, source_version }) => ({
        key,
        value,
        baseVersion: base_version,
        sourceVersion: source_version,
      }));
      const saved = await saveTranslations(db, callerOf(context), language, edits, new Date());
      return { translations: saved.map(toTranslation) };
    },
    { form: true },
  );
}
