import { contentStringEndpoints as endpoints } from "contract/content-strings/api.ts";
import { shippedTexts } from "contract/content-strings/defaults.ts";
import { sourceKeyOf } from "contract/content-strings/variables.ts";
import { invalid } from "contract/core/errors.ts";
import { sourceLanguage } from "contract/languages/language.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf, TextFile } from "../../platform/http/bind.ts";
import { createString, deleteString, editString, editStrings, restoreString } from "./commands.ts";
import { importStrings } from "./commands-import.ts";
import { importTranslations, saveTranslation } from "./commands-translations.ts";
import {
  toContentString,
  toContentStringVersion,
  toExportedString,
  toExportedTranslation,
  toImportResult,
  toTranslatedString,
} from "./present.ts";
import { readCsv, writeCsv, writeTranslationsCsv } from "./present-csv.ts";
import { readPo, writePo } from "./present-po.ts";
import { countCategories, listAllStrings, listStrings, listVersions, requireString } from "./queries.ts";
import { listTranslations } from "./queries-translations.ts";

const csvType = "text/csv";
const poType = "text/x-gettext-translation";

/** English texts are the source of the others. */
const isTranslated = (locale: string | undefined): locale is string =>
  locale !== undefined && locale !== sourceLanguage;

const compareTexts = (a: string, b: string) => (a < b ? -1 : Number(a > b));

export function contentStringAdminRoutes(app: FastifyInstance, db: Db): void {
  bind(app, endpoints.listStrings, async ({ query }) => {
    const { page, limit, sortBy, sortOrder, search, category, locale, state } = query;
    if (isTranslated(locale)) {
      const strings = (await listTranslations(db, locale, { search, category, state })).map(toTranslatedString);
      const sign = sortOrder === "ASC" ? 1 : -1;
      strings.sort((a, b) => sign * compareTexts(a[sortBy] ?? "", b[sortBy] ?? ""));
      return { contentStrings: strings.slice((page - 1) * limit, page * limit), total: strings.length };
    }
    const part = { sort: sortBy, order: sortOrder, limit, offset: (page - 1) * limit };
    const { strings, total } = await listStrings(db, { search, category }, part);
    return { contentStrings: strings.map(toContentString), total };
  });

  bind(app, endpoints.stringCategories, async () => {
    const categoryCounts = await countCategories(db);
    return { categories: categoryCounts.map(({ category }) => category), categoryCounts };
  });

  bind(app, endpoints.exportStrings, async ({ query: { category, locale, format } }, { setHeader }) => {
    const day = new Date().toISOString().slice(0, 10);
    const name = ["content-strings", ...(isTranslated(locale) ? [locale] : []), day].join("-");
    setHeader("content-disposition", `attachment; filename="${name}.${format}"`);
    if (!isTranslated(locale)) {
      if (format === "po") throw invalid([{ path: "format", msg: "A PO file needs a locale other than English" }]);
      const strings = await listAllStrings(db, { category });
      return format === "csv" ? new TextFile(csvType, writeCsv(strings)) : { strings: strings.map(toExportedString) };
    }
    const pairs = await listTranslations(db, locale, { category });
    if (format === "csv") return new TextFile(csvType, writeTranslationsCsv(pairs));
    if (format === "po") return new TextFile(poType, writePo(locale, pairs));
    return { strings: pairs.filter(({ row }) => row !== null).map(toExportedTranslation) };
  });

  bind(app, endpoints.importStrings, async ({ body }, context) => {
    const { locale, format, strings, csv, po, options } = body;
    const [editor, now] = [callerOf(context), new Date()];
    // the contract demands the one that the format names
    const read = { json: () => strings!, csv: () => readCsv(csv!), po: () => readPo(po!) }[format]();
    return toImportResult(
      isTranslated(locale)
        ? await importTranslations(db, editor, locale, read, options, now)
        : await importStrings(db, editor, read, options, now),
    );
  });

  bind(
    app,
    endpoints.bulkUpdateStrings,
    async ({ body }, context) => {
      const edits = body.updates.map(({ id, current_value, base_version }) => ({
        id,
        value: current_value,
        baseVersion: base_version,
      }));
      const strings = await editStrings(db, callerOf(context), edits, new Date());
      return { strings: strings.map(toContentString) };
    },
    { form: true },
  );

  bind(app, endpoints.getString, async ({ params }) => ({
    string: toContentString(await requireString(db, params.id)),
  }));

  bind(
    app,
    endpoints.updateString,
    async ({ params, body }, context) => {
      const { locale, key, current_value, category, base_version, change_reason } = body;
      if (isTranslated(locale)) {
        const source = await requireString(db, params.id);
        const target = { language: locale, key: key ?? source.key };
        if (sourceKeyOf(target.key, shippedTexts) !== source.key) {
          throw invalid([{ path: "key", msg: "Not a plural of this text" }]);
        }
        if (category !== undefined)
          throw invalid([{ path: "category", msg: "A translation is in its text's category" }]);
        const versions = { baseVersion: base_version, sourceVersion: source.version };
        const edit = { ...versions, value: current_value, reason: change_reason };
        const saved = await saveTranslation(db, callerOf(context), target, edit, new Date());
        return { string: toTranslatedString(saved) };
      }
      const edit = { value: current_value, category, baseVersion: base_version, reason: change_reason };
      return { string: toContentString(await editString(db, callerOf(context), params.id, edit, new Date())) };
    },
    { form: true },
  );

  bind(
    app,
    endpoints.createString,
    async ({ body: { current_value, ...created } }, context) => ({
      string: toContentString(
        await createString(db, callerOf(context), { ...created, value: current_value }, new Date()),
      ),
    }),
    { form: true },
  );

  bind(app, endpoints.deleteString, ({ params }, context) => deleteString(db, callerOf(context), params.id));

  bind(app, endpoints.stringHistory, async ({ params, query: { page, limit } }) => {
    await requireString(db, params.id);
    const { versions, total } = await listVersions(db, params.id, { limit, offset: (page - 1) * limit });
    return { history: versions.map(toContentStringVersion), total };
  });

  bind(app, endpoints.restoreString, async ({ params }, context) => ({
    string: toContentString(await restoreString(db, callerOf(context), params.id, params.versionId, new Date())),
  }));
}
