import { shippedTexts } from "contract/content-strings/defaults.ts";
import type { ContentString, ImportResult, Translation } from "contract/content-strings/schema.ts";
import type { AdminLanguage } from "contract/languages/schema.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { keepFewTexts } from "../../test/texts.ts";
import { signInAdmin } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { seedContentStrings } from "./seed.ts";
import { contentStrings, languages } from "./table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const editor = await signInAdmin(db, "Editor", ["content.read", "content.write", "content.delete"]);
const ann = await signInAdmin(db, "Ann", ["content.read", "content.translate"]);
const ben = await signInAdmin(db, "Ben", ["content.read", "content.translate"]);

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, user = ann) =>
  app.inject({ method, url: `/api/admin${path}`, headers: user.headers, ...(payload && { payload }) });

async function list(language: string, query = ""): Promise<{ translations: Translation[]; total: number }> {
  return (await send("GET", `/content/translations/${language}?limit=100&${query}`)).json();
}
async function find(language: string, key: string): Promise<Translation> {
  const found = (await list(language, `search=${key}`)).translations.find((one) => one.key === key);
  if (!found) throw new Error(`${language} does not need ${key}`);
  return found;
}
const save = (language: string, { key, version, source_version }: Translation, value: string, user = ann) =>
  send("PUT", `/content/translations/${language}/${key}`, { value, base_version: version, source_version }, user);
const progress = async (tag: string): Promise<AdminLanguage> =>
  (await send("GET", "/languages")).json().languages.find((one: AdminLanguage) => one.tag === tag);
const lastEntry = async () => (await db.select().from(auditLog).orderBy(sql`${auditLog.id} desc`).limit(1))[0];
const publicText = async (language: string, key: string) =>
  (await app.inject(`/api/content/strings?locale=${language}`)).json()[key];

async function create(key: string, current_value: string): Promise<ContentString> {
  return (await send("POST", "/content/strings", { key, category: "own", current_value }, editor)).json().string;
}
async function editEnglish(key: string, current_value: string): Promise<void> {
  const [row] = await db
    .select()
    .from(contentStrings)
    .where(sql`${contentStrings.key} = ${key} and ${contentStrings.language} = 'en'`);
  expect((await send("PUT", `/content/strings/${row!.id}`, { current_value }, editor)).statusCode).toBe(200);
}

const page = "browse.page";

beforeEach(await keepFewTexts(db));

describe("languages", () => {
  const italian = { tag: "it", name: "Italiano", direction: "ltr" };

  test("each is listed with the state of its texts; the shipped ones are complete", async () => {
    const { languages: all } = (await send("GET", "/languages")).json();
    expect(all.map(({ tag }: AdminLanguage) => tag)).toEqual(["en", "ar", "de", "es", "fr", "ja", "pl", "pt-BR"]);
    for (const { texts, translated, outdated, edited } of all as AdminLanguage[])
      expect({ translated, outdated, edited }).toEqual({ translated: texts, outdated: 0, edited: 0 });
    const [ja, en, ar] = await Promise.all(["ja", "en", "ar"].map(progress));
    // plurals: one form, two, six
    expect(ja!.texts).toBeLessThan(en!.texts);
    expect(ar!.texts).toBeGreaterThan(en!.texts);
  });

  test("a text that is no longer shipped is kept, but not counted", async () => {
    const before = await progress("de");
    await pool.query(
      "insert into content_strings (key, category, current_value) values ('browse.gone', 'browse', 'x')",
    );
    expect(await progress("de")).toEqual(before);
    expect((await list("de", "search=browse.gone")).total).toBe(0);
    expect(
      (await send("GET", "/content/strings?search=browse.gone", undefined, editor)).json().contentStrings,
    ).toMatchObject([{ current_value: "x", shipped: false, unused: true }]);
  });

  test("one is added, disabled and in English, until it is enabled", async () => {
    const added = await send("POST", "/languages", italian, editor);
    expect(added.statusCode).toBe(201);
    expect(added.json().language).toMatchObject({ ...italian, enabled: false, version: 1, translated: 0 });
    expect(await lastEntry()).toMatchObject({ action: "CREATE", resourceType: "language", resourceKey: "it" });
    expect((await list("it", "state=missing")).total).toBe((await list("it")).total);
    const enabled = await send("PUT", "/languages/it", { enabled: true, base_version: 1 }, editor);
    expect(enabled.json().language).toMatchObject({ enabled: true, version: 2 });
    expect(await lastEntry()).toMatchObject({ oldValue: { enabled: false }, newValue: { enabled: true } });
    const tags = async () => (await app.inject("/api/markets")).json().languages.map((one: { tag: string }) => one.tag);
    await expect.poll(tags).toContain("it");
  });

  test.each([
    ["a language that exists", "POST", "/languages", { ...italian, tag: "de" }, 409],
    ["no tag", "POST", "/languages", { ...italian, tag: "PT-br" }, 400],
    ["no name", "POST", "/languages", { ...italian, name: " " }, 400],
    ["no direction", "POST", "/languages", { ...italian, direction: "down" }, 400],
    ["English off", "PUT", "/languages/en", { enabled: false }, 409],
    ["an earlier version", "PUT", "/languages/de", { enabled: false, base_version: 0 }, 409],
    ["an unknown language", "PUT", "/languages/nl", { enabled: false }, 404],
  ] as const)("%s is refused", async (_, method, path, body, status) => {
    const before = await db.$count(auditLog);
    expect((await send(method, path, body, editor)).statusCode).toBe(status);
    expect(await db.$count(auditLog)).toBe(before);
  });
});

describe("a translation", () => {
  test("is created where it is missing, with history and audit, and reaches visitors", async () => {
    await create("own.hello", "Hello {name}");
    const missing = await find("de", "own.hello");
    expect(missing).toEqual({
      key: "own.hello",
      category: "own",
      source_value: "Hello {name}",
      source_version: 1,
      id: null,
      value: null,
      version: 0,
      outdated: false,
      edited: false,
      variables: ["name"],
      optional_variables: [],
      proposal: null,
    });
    const saved = (await save("de", missing, "Hallo {name}")).json().translation;
    expect(saved).toMatchObject({ value: "Hallo {name}", version: 1, outdated: false, edited: true });
    expect(await find("de", "own.hello")).toEqual(saved);
    const { history } = (await send("GET", `/content/strings/${saved.id}/history`)).json();
    expect(history).toMatchObject([{ value: "Hallo {name}", created_by: "Ann" }]);
    expect(await lastEntry()).toMatchObject({
      userId: ann.id,
      action: "CREATE",
      resourceKey: "own.hello",
      newValue: { current_value: "Hallo {name}", category: "own", language: "de", source_version: 1 },
    });
    await expect.poll(() => publicText("de", "own.hello")).toBe("Hallo {name}");
    expect(await publicText("fr", "own.hello")).toBe("Hello {name}");
  });

  test("is outdated once the English text changes, until it is changed or confirmed", async () => {
    const first = await find("de", page);
    await editEnglish(page, "{current} / {total}");
    const outdated = await find("de", page);
    expect(outdated).toMatchObject({ outdated: true, source_value: "{current} / {total}", source_version: 2 });
    expect((await list("de", "state=outdated")).translations.map(({ key }) => key)).toEqual([page]);
    expect(await progress("de")).toMatchObject({ outdated: 1, edited: 0 });
    // the same text is right for the new English one
    expect((await save("de", outdated, first.value!)).json().translation).toMatchObject({
      outdated: false,
      version: 2,
    });
    const before = await db.$count(auditLog);
    await save("de", await find("de", page), first.value!);
    expect(await db.$count(auditLog)).toBe(before);
  });

  test("restored from before the English text changed is outdated again, in its language", async () => {
    const first = await find("de", page);
    await editEnglish(page, "{current} / {total}");
    const saved = (await save("de", await find("de", page), "{current}/{total}")).json().translation;
    const { history } = (await send("GET", `/content/strings/${saved.id}/history`)).json();
    const restore = (version: number) => send("POST", `/content/translations/de/${page}/restore/${version}`);
    const restored = (await restore(history[1].id)).json().translation;
    expect(restored).toMatchObject({ id: saved.id, value: first.value, outdated: true, version: 3 });
    expect((await restore(history[0].id)).json().translation).toMatchObject({ outdated: false, version: 4 });
    expect((await find("fr", page)).version).toBe(1);
    const [other] = (await send("GET", `/content/strings/${(await find("fr", page)).id}/history`)).json().history;
    expect((await restore(other.id)).statusCode).toBe(404);
  });

  test("of two translators at once, the second learns of the first, and nothing is lost", async () => {
    await create("own.hello", "Hello");
    const missing = await find("de", "own.hello");
    const both = await Promise.all([save("de", missing, "Hallo"), save("de", missing, "Servus", ben)]);
    const [won, lost] = both.sort((a, b) => a.statusCode - b.statusCode);
    expect([won!.statusCode, lost!.statusCode]).toEqual([200, 409]);
    expect(lost!.json()).toMatchObject({ code: "stale", current: won!.json().translation });
    expect(await find("de", "own.hello")).toEqual(won!.json().translation);
    // other languages are not in the way
    const others = await Promise.all([save("fr", missing, "Bonjour"), save("es", missing, "Hola", ben)]);
    expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  test("made from an English text that changes meanwhile is stale, and shows the new one", async () => {
    const shown = await find("pl", page);
    await editEnglish(page, "{current} / {total}");
    const response = await save("pl", shown, "{current} z {total}");
    expect(response.statusCode).toBe(409);
    expect(response.json().current).toMatchObject({ source_value: "{current} / {total}", value: shown.value });
  });

  test("with an edit of the English text at the same time is never wrongly up to date", async () => {
    const shown = await find("pl", page);
    const [saved] = await Promise.all([
      save("pl", shown, "{current} z {total}"),
      editEnglish(page, "{current}/{total}"),
    ]);
    const now = await find("pl", page);
    expect(now.outdated).toBe(true);
    expect(now.value).toBe(saved.statusCode === 200 ? "{current} z {total}" : shown.value);
  });

  test.each([
    ["no variable", page, "Seite", "Unused variable: {current}"],
    ["a variable too many", page, "Seite {current} von {total} {x}", "Unknown variable: {x}"],
    ["blank", page, " ", "Value cannot be empty"],
    ["a plural of many without its number", "free.count_other", "Spiele", "Unused variable: {total}"],
  ])("%s is refused", async (_, key, value, message) => {
    const response = await save("de", await find("de", key), value);
    expect(response.statusCode).toBe(400);
    expect(response.json().details.map(({ msg }: { msg: string }) => msg)).toContain(message);
  });

  test.each([
    ["ja", ["other"]],
    ["de", ["one", "other"]],
    ["pl", ["one", "few", "many", "other"]],
    ["ar", ["zero", "one", "two", "few", "many", "other"]],
  ])("%s has its own plurals, made from the English ones", async (language, categories) => {
    const { translations } = await list(language, "search=free.count_");
    expect(translations.map(({ key }) => key).sort()).toEqual(categories.map((one) => `free.count_${one}`).sort());
    for (const { key, source_value } of translations) {
      const own = key === "free.count_one" ? "free.count_one" : "free.count_other";
      expect(source_value).toBe(shippedTexts[own]);
    }
    await editEnglish("free.count_other", "{total} free games now");
    expect((await list(language, "state=outdated")).translations.map(({ key }) => key).sort()).toEqual(
      categories
        .filter((one) => one !== "one")
        .map((one) => `free.count_${one}`)
        .sort(),
    );
  });

  test("that leaves out the number of a plural for one number is right", async () => {
    const dual = await find("ar", "free.count_two");
    expect(dual).toMatchObject({ variables: [], optional_variables: ["total"] });
    expect((await save("ar", dual, "لعبتان مجانيتان")).statusCode).toBe(200);
  });

  test.each([
    ["an unknown text", "de", "own.nothing"],
    ["a plural that the language does not use", "ja", "free.count_one"],
    ["an unknown language", "nl", page],
    ["English", "en", page],
  ])("of %s is not found", async (_, language, key) => {
    const body = { value: "x", base_version: 0, source_version: 1 };
    expect((await send("PUT", `/content/translations/${language}/${key}`, body)).statusCode).toBe(404);
  });

  test("is found by key, English text and translation, without accents", async () => {
    await create("own.hello", "Zebra crossing");
    await save("fr", await find("fr", "own.hello"), "Ça zèbre");
    const keys = async (query: string) => (await list("fr", query)).translations.map(({ key }) => key);
    for (const search of ["own.hello", "CROSSING zebra", "ca zebre", "own zebre"])
      expect(await keys(`search=${encodeURIComponent(search)}`)).toEqual(["own.hello"]);
    expect(await keys("category=own")).toEqual(["own.hello"]);
    expect(await keys("state=edited")).toEqual(["own.hello"]);
    expect(await keys("category=own&state=missing")).toEqual([]);
  });

  test("goes with its English text", async () => {
    const { id } = await create("own.hello", "Hello");
    await save("de", await find("de", "own.hello"), "Hallo");
    expect((await send("DELETE", `/content/strings/${id}`, undefined, editor)).statusCode).toBe(204);
    expect(await db.$count(contentStrings, eq(contentStrings.key, "own.hello"))).toBe(0);
    expect(await lastEntry()).toMatchObject({
      action: "DELETE",
      oldValue: { current_value: "Hello", translations: { de: "Hallo" } },
    });
  });
});

describe("a file of translations", () => {
  const load = async (strings: object[], options: object = {}): Promise<ImportResult> =>
    (await send("POST", "/content/strings/import", { locale: "de", strings, options })).json();
  const exported = async (): Promise<{ key: string; value: string }[]> =>
    (await send("GET", "/content/strings/export?locale=de")).json().strings;

  test("can be imported as it is and changes nothing", async () => {
    const strings = await exported();
    expect(await load(strings, { overwrite: true })).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: strings.length,
      rejected: [],
    });
  });

  test("creates missing translations and keeps edited ones, after a dry run that does nothing", async () => {
    await create("own.hello", "Hello {name}");
    await save("de", await find("de", page), "S. {current}/{total}");
    const strings = [
      { key: "own.hello", value: "Hallo {name}" },
      { key: page, value: "{current} von {total}" },
      { key: "own.nothing", value: "Nichts" },
      { key: "free.title", value: "{x}" },
    ];
    const rejected = ["own.nothing", "free.title"].map((key) => expect.objectContaining({ key }));
    const before = await db.$count(auditLog);
    const plan = await load(strings, { dryRun: true });
    expect(plan).toMatchObject({ created: 1, updated: 0, unchanged: 1, rejected });
    expect(plan.differences).toEqual([{ key: "own.hello", old_value: "", new_value: "Hallo {name}" }]);
    expect(await db.$count(auditLog)).toBe(before);
    expect((await find("de", "own.hello")).id).toBe(null);
    expect(await load(strings)).toEqual(plan);
    expect(await lastEntry()).toMatchObject({ action: "IMPORT", resourceKey: "own.hello" });
    expect(await find("de", "own.hello")).toMatchObject({ value: "Hallo {name}", outdated: false });
    expect(await load(strings, { overwrite: true })).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
  });

  test("made from an earlier English text is imported as outdated", async () => {
    const strings = (await exported()).map((one) => (one.key === page ? { ...one, value: "{current}/{total}" } : one));
    await editEnglish(page, "{current} / {total}");
    expect(await load(strings)).toMatchObject({ updated: 1 });
    expect(await find("de", page)).toMatchObject({ value: "{current}/{total}", outdated: true });
  });
});

describe("a PO file", () => {
  const exported = async (): Promise<string> => (await send("GET", "/content/strings/export?locale=de&format=po")).body;
  const load = async (po: string, options: object = { overwrite: true }): Promise<ImportResult> =>
    (await send("POST", "/content/strings/import", { locale: "de", format: "po", po, options })).json();

  test("can be imported as it is and changes nothing", async () => {
    await create("own.odd", 'A "quoted" \\ back\nand\ttab {name} ü');
    await save("de", await find("de", "own.odd"), '\\n „{name}“ "x"\n\n日本');
    const { total } = await list("de");
    expect(await load(await exported())).toMatchObject({ created: 0, updated: 0, unchanged: total, rejected: [] });
  });

  test("has missing and outdated texts, which count once a translator has finished them", async () => {
    await create("own.hello", "Hello");
    await editEnglish(page, "{current} / {total}");
    const { value } = await find("de", page);
    const po = await exported();
    expect(po).toContain('msgctxt "own.hello"\nmsgid "Hello"\nmsgstr ""');
    expect(po).toContain(`#, fuzzy\nmsgctxt "${page}"\nmsgid "{current} / {total}"\nmsgstr "${value}"`);
    expect(await load(po)).toMatchObject({ created: 0, updated: 0 });
    const finished = po.replace("#, fuzzy\n", "").replace('msgid "Hello"\nmsgstr ""', 'msgid "Hello"\nmsgstr "Hallo"');
    expect(await load(finished, { dryRun: true })).toMatchObject({ created: 1, updated: 1, rejected: [] });
    expect(await load(finished)).toMatchObject({ created: 1, updated: 1, rejected: [] });
    expect(await find("de", page)).toMatchObject({ value, outdated: false, edited: true });
    expect((await find("de", "own.hello")).value).toBe("Hallo");
    expect(await load(finished)).toMatchObject({ created: 0, updated: 0 });
  });

  test.each([
    ["another file", "{}"],
    ["a broken one", 'msgctxt "a"\nmsgid "b\nmsgstr "c"'],
    ["one that is against objects", 'msgctxt "__proto__"\nmsgid "polluted"\nmsgstr "yes"'],
    ["one that hides it", 'msgctxt "__pro" "to__"\nmsgid "polluted"\nmsgstr "yes"'],
  ])("that is %s changes nothing", async (_, po) => {
    const before = await db.$count(auditLog);
    await load(po);
    expect(await db.$count(auditLog)).toBe(before);
    expect(({} as { polluted?: unknown }).polluted).toBe(undefined);
  });
});

test("translators change neither English texts nor languages, and other editors no translations", async () => {
  const body = { value: "x", base_version: 1, source_version: 1 };
  const refused = [
    await send("PUT", "/content/strings/1", { current_value: "x" }),
    await send("POST", "/languages", { tag: "it", name: "Italiano", direction: "ltr" }),
    await send("PUT", "/languages/de", { enabled: false }),
    await send("PUT", `/content/translations/de/${page}`, body, editor),
    await send("POST", "/content/strings/import", { locale: "de", strings: [] }, editor),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
});

test("a shipped translation of an English text that was edited before starts as outdated", async () => {
  await editEnglish(page, "{current} / {total}");
  await db.delete(contentStrings).where(eq(contentStrings.language, "ja"));
  await db.update(languages).set({ shippedHash: null }).where(eq(languages.tag, "ja"));
  await seedContentStrings(db);
  expect((await list("ja", "state=outdated")).translations.map(({ key }) => key)).toEqual([page]);
});
