import type { ImportResult, Translation } from "contract/content-strings/schema.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { and, eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { keepFewTexts } from "../../test/texts.ts";
import { signInAdmin } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { contentStrings } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const editor = await signInAdmin(db, "Editor", ["content.read", "content.write", "content.delete"]);
const ann = await signInAdmin(db, "Ann", ["content.read", "content.translate"]);
/** Translates into German and French only. */
const ben = await signInAdmin(db, "Ben", ["content.read", "content.translate"], ["de", "fr"]);

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, user = ann) =>
  app.inject({ method, url: `/api/admin/content${path}`, headers: user.headers, ...(payload && { payload }) });
async function find(key: string, language = "de"): Promise<Translation> {
  const { translations } = (await send("GET", `/translations/${language}?limit=100&search=${key}`)).json();
  return translations.find((one: Translation) => one.key === key);
}
async function englishRow(key: string) {
  const isKey = and(eq(contentStrings.key, key), eq(contentStrings.language, "en"));
  return (await db.select().from(contentStrings).where(isKey))[0]!;
}
async function editEnglish(key: string, current_value: string): Promise<void> {
  const { id } = await englishRow(key);
  expect((await send("PUT", `/strings/${id}`, { current_value }, editor)).statusCode).toBe(200);
}
const countEntries = () => db.$count(auditLog);
const lastEntry = async () => (await db.select().from(auditLog).orderBy(sql`${auditLog.id} desc`).limit(1))[0]!;

const page = "browse.page";
const genre = "genre.rpg";

beforeEach(await keepFewTexts(db));

describe("several translations", () => {
  const save = (updates: object[], user = ann, language = "de") =>
    send("PUT", `/translations/${language}`, { updates }, user);
  const edit = ({ key, version }: Translation, value: string) => ({ key, value, base_version: version });

  test("are changed at once, with audit and history; those that stay the same are not recorded", async () => {
    const [one, other] = [await find(page), await find(genre)];
    const before = await countEntries();
    const response = await save([edit(one, "{current}/{total}"), edit(other, other.value!)]);
    expect(response.json().translations).toMatchObject([
      { key: page, value: "{current}/{total}", version: 2, edited: true },
      { key: genre, value: "Rollenspiel", version: 1, edited: false },
    ]);
    expect(await countEntries()).toBe(before + 1);
    expect(await lastEntry()).toMatchObject({ action: "UPDATE", resourceKey: page, newValue: { language: "de" } });
  });

  test("are changed all or none: the answer lists those that another translator has changed", async () => {
    const [one, other] = [await find(page), await find(genre)];
    await save([edit(other, "RPG")], ben);
    const refused = await save([edit(one, "{current}/{total}"), edit(other, "Rollenspiele")]);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().current).toMatchObject([{ key: genre, value: "RPG", version: 2 }]);
    expect((await find(page)).value).toBe(one.value);
  });

  test("of two translators at once, one wins and nothing is lost", async () => {
    const one = await find(page);
    const values = ["{current}/{total}", "{total}/{current}"];
    const both = await Promise.all(values.map((value, n) => save([edit(one, value)], n === 0 ? ann : ben)));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await find(page)).version).toBe(2);
  });

  test("stay outdated when they are replaced, and are right once a translator says so", async () => {
    await editEnglish(page, "{current} / {total}");
    const outdated = await find(page);
    const [replaced] = (await save([edit(outdated, "S. {current} von {total}")])).json().translations;
    expect(replaced).toMatchObject({ outdated: true, source_version: 2, version: 2 });
    const seen = { ...edit(replaced, replaced.value), source_version: 1 };
    expect((await save([seen])).statusCode).toBe(409);
    expect((await save([{ ...seen, source_version: 2 }])).json().translations).toMatchObject([{ outdated: false }]);
  });

  test.each([
    ["an unknown text", [{ key: "own.nothing", value: "x", base_version: 0 }], 404, "updates.0.key"],
    ["an invalid value", [{ key: page, value: "x", base_version: 1 }], 400, "updates.0.value"],
    ["a text twice", [1, 2].map((n) => ({ key: genre, value: `x${n}`, base_version: 1 })), 400, "updates.1.key"],
    ["nothing", [], 400, "updates"],
  ])("are refused with %s", async (_, updates, status, path) => {
    const before = await countEntries();
    const response = await save(updates);
    expect([response.statusCode, response.json().details[0].path]).toEqual([status, path]);
    expect(await countEntries()).toBe(before);
  });
});

describe("a CSV file", () => {
  const exported = async (locale = "de"): Promise<string> =>
    (await send("GET", `/strings/export?format=csv&locale=${locale}`)).body;
  const load = async (csv: string, options: object = { overwrite: true }, locale = "de"): Promise<ImportResult> =>
    (await send("POST", "/strings/import", { locale, format: "csv", csv, options })).json();

  test.each(["de", "ja", "ar"])("of %s can be imported as it is and changes nothing", async (language) => {
    const csv = await exported(language);
    expect(csv).toMatch(/^\ufeffkey,category,source,value,state\r\n/);
    const result = await load(csv, { overwrite: true }, language);
    expect(result).toMatchObject({ created: 0, updated: 0, rejected: [] });
    expect(result.unchanged).toBeGreaterThan(50);
  });

  test("of English can be exported and imported too", async () => {
    const csv = (await send("GET", "/strings/export?format=csv", undefined, editor)).body;
    const changed = csv.replace("browse,Page {current} of {total}", 'browse,"{current}, {total}"');
    const response = await send("POST", "/strings/import", { format: "csv", csv: changed, options: {} }, editor);
    expect(response.json()).toMatchObject({ updated: 1, rejected: [], differences: [{ key: page }] });
    expect((await englishRow(page)).currentValue).toBe("{current}, {total}");
  });

  test("has missing and outdated texts; made from an earlier English text it is imported as outdated", async () => {
    await send("POST", "/strings", { key: "own.odd", category: "own", current_value: '=1+1, "a"\nb' }, editor);
    const before = await exported();
    expect(before).toContain(`own.odd,own,"'=1+1, ""a""\nb",,missing\r\n`);
    await editEnglish(page, "{current} / {total}");
    expect(await exported()).toMatch(/browse\.page,browse,\{current\} \/ \{total\},[^\r]+,outdated\r\n/);
    const filled = before
      .replace(",,missing", `,"'-2; ""x""\r\n","missing"`)
      .replace(/(browse\.page,browse,[^,]+),[^,]+,/, "$1,{current}/{total},");
    expect(await load(filled, { dryRun: true })).toMatchObject({ created: 1, updated: 1 });
    expect(await load(filled)).toMatchObject({ created: 1, updated: 1, rejected: [] });
    expect(await find("own.odd")).toMatchObject({ value: '-2; "x"\n', outdated: false });
    expect(await find(page)).toMatchObject({ value: "{current}/{total}", outdated: true });
    expect(await lastEntry()).toMatchObject({ action: "IMPORT" });
  });

  test("keeps edited texts unless told otherwise", async () => {
    await send("PUT", `/translations/de/${genre}`, { value: "RPG", base_version: 1, source_version: 1 });
    const csv = `key,value\n${genre},Rollenspiele\n`;
    expect(await load(csv, {})).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await load(csv)).toMatchObject({ updated: 1 });
  });

  test.each([
    ["semicolons", "key;value\ngenre.rpg;RPG, kurz", "RPG, kurz"],
    ["tabs", "key\tvalue\ngenre.rpg\tRPG", "RPG"],
    ["a byte order mark", "\ufeffkey,value\ngenre.rpg,RPG", "RPG"],
    ["other columns and capitals", "Note, Value ,KEY\nx,RPG,genre.rpg", "RPG"],
    ["quotes", '"key","value"\r\n"genre.rpg","""R"" PG"\r\n', '"R" PG'],
    ["blank lines and short rows", "key,value\n\ngenre.rpg,RPG\n\ntag.cute\n", "RPG"],
    ["rows without values", "key,value\ngenre.rpg,RPG\ntag.cute,\n,x\n", "RPG"],
  ])("with %s is read", async (_, csv, value) => {
    expect(await load(csv)).toMatchObject({ updated: 1, rejected: [] });
    expect((await find(genre)).value).toBe(value);
  });

  test.each([
    ["empty", "", "it has no columns"],
    ["JSON", '{"strings":[]}', "it has no columns"],
    ["without keys", "name,value\na,b", "it has no columns key and value"],
    ["with an open quote", 'key,value\na,"b', "row 2 has a quote that is never closed"],
    ["in another encoding", "key,value\na,\ufffd", "it is not UTF-8"],
    ["too long", `key,value\n${"a,b\n".repeat(10_001)}`, "it has more than 10000 rows"],
  ])("that is %s is refused", async (_, csv, why) => {
    const response = await send("POST", "/strings/import", { locale: "de", format: "csv", csv, options: {} });
    expect([response.statusCode, response.json().error]).toEqual([400, `Invalid CSV file: ${why}`]);
  });
});

describe("a PO file", () => {
  const load = (po: string) =>
    send("POST", "/strings/import", { locale: "de", format: "po", po, options: { overwrite: true } });
  const head = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n';
  const entry = (text: string) => `msgctxt "${genre}"\nmsgid "RPG"\nmsgstr ${text}\n`;

  test("from translators' programs is read: comments, flags, several lines, obsolete entries", async () => {
    const obsolete = `#~ ${entry('"Veraltet"').trim().replaceAll("\n", "\n#~ ")}\n`;
    const notes = '# note\n#: a.ts:1\n#, c-format\n#| msgid "Old"\n';
    const po = `\ufeff# Of somebody\n${head}${notes}${entry('""\n"RPG, "\n"kurz"')}\n${obsolete}`;
    expect((await load(po.replaceAll("\n", "\r\n"))).json()).toMatchObject({ updated: 1, rejected: [] });
    expect((await find(genre)).value).toBe("RPG, kurz");
    expect((await load(`#, c-format, fuzzy\n${entry('"Unfertig"')}`)).json()).toMatchObject({ updated: 0 });
  });

  test.each([
    ["text", "hello", "it has no entries"],
    ["with an open quote", `${entry('"RPG"')}msgid "a\nmsgstr "b"`, "End-of-line within string at line 5"],
    ["with an entry twice", `${entry('"RPG"')}\n${entry('"Rolle"')}`, "Duplicate msgid error"],
    [
      "with plural forms",
      `${head}msgctxt "${genre}"\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n`,
      `${genre} has plural forms, but each form is an entry of its own`,
    ],
  ])("that is %s is refused with the reason", async (_, po, why) => {
    const response = await load(po);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toContain(`Invalid PO file: ${why}`);
  });
});

describe("a translator into some languages", () => {
  const edit = { value: "RPG", base_version: 1, source_version: 1 };
  const strings = [{ key: genre, value: "RPG" }];
  const ways: [string, "PUT" | "POST", string, object][] = [
    ["edit", "PUT", `/${genre}`, edit],
    ["bulk edit", "PUT", "", { updates: [{ key: genre, value: "RPG", base_version: 1 }] }],
    ["import", "POST", "/import", { strings }],
    ["dry run", "POST", "/import", { strings, options: { dryRun: true } }],
    ["CSV", "POST", "/import", { format: "csv", csv: `key,value\n${genre},RPG` }],
    ["PO", "POST", "/import", { format: "po", po: `msgctxt "${genre}"\nmsgid "RPG"\nmsgstr "RPG"` }],
    ["restore", "POST", `/${genre}/restore/1`, {}],
  ];

  test.each(ways)("may not %s others, which is recorded as denied", async (_, method, path, body) => {
    for (const language of ["ja", "pt-BR", "DE", "de-AT", "en", "nl"]) {
      const isImport = path === "/import";
      const url = isImport ? "/strings/import" : `/translations/${language}${path}`;
      const response = await send(method, url, { ...body, ...(isImport && { locale: language }) }, ben);
      // importing English texts needs another permission
      const error = isImport && language === "en" ? "Access denied" : "Your roles allow translations only into de, fr";
      expect([language, response.statusCode, response.json().error]).toEqual([language, 403, error]);
    }
    expect(await lastEntry()).toMatchObject({ action: "ACCESS_DENIED", userId: ben.id });
    expect((await find(genre, "ja")).version).toBe(1);
  });

  test("may change theirs, and read the others", async () => {
    const saved = await send("PUT", `/translations/fr/${genre}`, { ...edit, value: "Jeu de rôle" }, ben);
    expect(saved.json().translation).toMatchObject({ value: "Jeu de rôle", version: 2 });
    expect((await send("POST", "/strings/import", { locale: "de", strings }, ben)).json().updated).toBe(1);
    const files = ["json", "csv", "po"].map((format) => `/strings/export?locale=ja&format=${format}`);
    for (const path of ["/translations/ja", ...files]) {
      expect((await send("GET", path, undefined, ben)).statusCode).toBe(200);
    }
    const me = await app.inject({ url: "/api/admin/dashboard/me", headers: ben.headers });
    expect(me.json()).toMatchObject({ permissions: ["content.read", "content.translate"], languages: ["de", "fr"] });
  });

  test("of whom two roles together name languages has both", async () => {
    const both = await signInAdmin(db, "Both", ["content.translate"], ["ja"]);
    const other = await signInAdmin(db, "Other", ["content.translate"], ["pl"]);
    await db.execute(sql`
      insert into role_assignments (user_id, role_id)
      select ${both.id}, role_id from role_assignments where user_id = ${other.id}`);
    const status = async (language: string) =>
      (await send("PUT", `/translations/${language}/${genre}`, edit, both)).statusCode;
    expect([await status("ja"), await status("pl"), await status("de")]).toEqual([200, 200, 403]);
  });

  test("is the only one who changes translations: the calls for English texts do not find them", async () => {
    const { id } = await find(genre, "ja");
    const { history } = (await send("GET", `/strings/${id}/history`)).json();
    const refused = [
      await send("PUT", `/strings/${id}`, { current_value: "x" }, editor),
      await send("PUT", "/strings/bulk", { updates: [{ id, current_value: "x" }] }, editor),
      await send("POST", `/strings/${id}/restore/${history[0].id}`, undefined, editor),
      await send("DELETE", `/strings/${id}`, undefined, editor),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    expect((await find(genre, "ja")).version).toBe(1);
  });
});

describe("calls for English texts with a locale", () => {
  const listed = async (query: string) => (await send("GET", `/strings?${query}`)).json();

  test("list translations with their English texts and states", async () => {
    const { version } = await englishRow(page);
    const [text] = (await listed(`locale=de&search=${page}`)).contentStrings;
    expect(text).toMatchObject({ key: page, source_value: "Page {current} of {total}", state: "translated" });
    expect(text).toMatchObject({ id: (await englishRow(page)).id, current_value: "Seite {current} von {total}" });
    await editEnglish(page, "{current} / {total}");
    expect((await englishRow(page)).version).toBe(version + 1);
    const { contentStrings: outdated, total } = await listed("locale=de&state=outdated");
    expect([outdated.map(({ key }: Translation) => key), total]).toEqual([[page], 1]);
    for (const query of [`search=${page}`, `locale=en&search=${page}`]) {
      expect((await listed(query)).contentStrings[0]).not.toHaveProperty("state");
    }
    expect((await send("GET", "/strings?locale=tlh")).statusCode).toBe(404);
  });

  const change = async (body: object, user = ann, key = page) =>
    send("PUT", `/strings/${(await englishRow(key)).id}`, body, user);

  test("change a translation, which is right for the English text of that time", async () => {
    const value = "S. {current} von {total}";
    const saved = await change({ locale: "de", current_value: value, base_version: 1 });
    expect(saved.json().string).toMatchObject({ key: page, current_value: value, state: "translated", version: 2 });
    expect((await find(page)).value).toBe(value);
    expect((await englishRow(page)).currentValue).toBe("Page {current} of {total}");
    expect(await lastEntry()).toMatchObject({ action: "UPDATE", resourceKey: page, newValue: { language: "de" } });
    await editEnglish(page, "{current} / {total}");
    const confirmed = await change({ locale: "de", current_value: value, base_version: 2 });
    expect(confirmed.json().string).toMatchObject({ state: "translated" });
  });

  test("record a reason, and refuse a category, which is that of the English text", async () => {
    const body = { locale: "de", current_value: "S. {current} von {total}" };
    await change({ ...body, change_reason: "Shorter" });
    const { history } = (await send("GET", `/strings/${(await find(page)).id}/history`)).json();
    expect(history[0]).toMatchObject({ value: body.current_value, change_reason: "Shorter" });
    const refused = await change({ ...body, category: "own" });
    expect([refused.statusCode, refused.json().details[0].path]).toEqual([400, "category"]);
  });

  test("change a plural that English does not have", async () => {
    const forms = (await listed("locale=pl&search=_few&limit=100")).contentStrings as Translation[];
    const { key, source_value, variables } = forms[0]!;
    const value = `${variables.map((name) => `{${name}}`).join(" ")} kilka`;
    const english = key.replace(/_few$/, "_other");
    expect((await englishRow(english)).currentValue).toBe(source_value);
    const saved = await change({ locale: "pl", key, current_value: value }, ann, english);
    expect(saved.json().string).toMatchObject({ key, current_value: value });
    const others = await change({ locale: "pl", key: page, current_value: value }, ann, english);
    expect(others.json().details).toMatchObject([{ path: "key" }]);
  });

  test.each([
    ["a translator", { current_value: "x" }, () => ann, 403],
    ["a translator into German, in Polish", { locale: "pl", current_value: "x" }, () => ben, 403],
    ["an editor who is no translator", { locale: "de", current_value: "x" }, () => editor, 403],
    ["an editor, in English", { locale: "en", current_value: "{current}, {total}" }, () => editor, 200],
    ["a translator, with a stale version", { locale: "de", current_value: "x", base_version: 0 }, () => ann, 409],
    ["a translator, without a variable", { locale: "de", current_value: "x" }, () => ann, 400],
  ])("are refused where they must be: %s", async (_, body, user, status) => {
    const before = await countEntries();
    expect((await change(body, user())).statusCode).toBe(status);
    const entries = (await countEntries()) - before;
    expect([entries, entries && (await lastEntry()).action]).toEqual(
      { 200: [1, "UPDATE"], 403: [1, "ACCESS_DENIED"] }[status as 200] ?? [0, 0],
    );
  });

  test.each(["json", "csv", "po"])("export %s that import accepts", async (format) => {
    const file = await send("GET", `/strings/export?locale=fr&format=${format}`);
    expect(file.headers["content-disposition"]).toMatch(new RegExp(`content-strings-fr-[\\d-]+\\.${format}"$`));
    expect(file.body).toContain("Page {current} sur {total}");
    const payload = format === "json" ? file.json() : { [format]: file.body };
    const load = (body: object, user = ben) => send("POST", "/strings/import", { format, ...body }, user);
    const all = (await load({ ...payload, locale: "fr" })).json();
    expect([all.created, all.updated, all.rejected]).toEqual([0, 0, []]);
    const changed = JSON.parse(
      JSON.stringify(payload).replaceAll("Page {current} sur {total}", "{current} sur {total}"),
    );
    const options = { overwrite: true };
    expect((await load({ ...changed, locale: "fr", options })).json()).toMatchObject({ updated: 1 });
    expect((await find(page, "fr")).value).toBe("{current} sur {total}");
    expect((await load({ ...payload, locale: "pl" })).statusCode).toBe(403);
    expect((await load({ locale: "fr" })).statusCode).toBe(400);
  });

  test("English has JSON and CSV, and no PO file", async () => {
    for (const [query, status, type] of [
      ["", 200, "application/json"],
      ["?format=csv", 200, "text/csv"],
      ["?format=po", 400, "application/json"],
      ["?format=xml", 400, "application/json"],
    ] as const) {
      const file = await send("GET", `/strings/export${query}`);
      expect([query, file.statusCode, String(file.headers["content-type"]).split(";")[0]]).toEqual([
        query,
        status,
        type,
      ]);
    }
  });

  test("languages are listed for visitors, and with counts for administrators", async () => {
    const { locales } = (await app.inject("/api/locales")).json();
    expect(locales[0]).toEqual({ tag: "en", name: "English", dir: "ltr" });
    expect(locales).toContainEqual({ tag: "ar", name: "العربية", dir: "rtl" });
    const counted = (await send("GET", "/locales")).json().locales;
    for (const { texts, translated, missing } of counted) expect(translated + missing).toBe(texts);
    expect(counted.find(({ tag }: { tag: string }) => tag === "de")).toMatchObject({
      missing: 0,
      outdated: 0,
      dir: "ltr",
    });
  });
});
