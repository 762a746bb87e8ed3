import type { ContentString, ImportResult } from "contract/content-strings/schema.ts";
import { describe, expect, test } from "vitest";
import { asc, sql } from "../../platform/db/drizzle.ts";
import { retryOn503 } from "../../test/hostile/retry-on-503.ts";
import { repeats } from "../../test/processes/soak.ts";
import { startEnglishTexts } from "../../test/texts.ts";
import { contentStrings } from "./table.ts";

const { db, editor, superAdmin, send, find, edit, history, lastEntries, countEntries } = await startEnglishTexts();

const brand = "header.brand_name";
const page = "browse.page";

describe("export and import", () => {
  const load = async (strings: object[], options?: object) =>
    send("POST", "/import", { strings, ...(options && { options }) });

  test("an export can be imported as it is and changes nothing", async () => {
    await edit(brand, { current_value: "Shop" });
    const response = await send("GET", "/export");
    expect(response.headers["content-disposition"]).toMatch(
      /^attachment; filename="content-strings-\d{4}-\d\d-\d\d\.json"$/,
    );
    const { strings } = response.json();
    expect(strings).toContainEqual({
      key: page,
      category: "browse",
      value: "Page {current} of {total}",
      variables: ["current", "total"],
    });
    expect((await load(strings, { overwrite: true })).json()).toEqual({
      created: 0,
      updated: 0,
      unchanged: strings.length,
      rejected: [],
      differences: [],
    });
  });

  test("an export can be of one category", async () => {
    const { strings } = (await send("GET", "/export?category=browse")).json();
    expect(new Set(strings.map(({ category }: ContentString) => category))).toEqual(new Set(["browse"]));
  });

  const file = [
    { key: brand, value: "Imported" },
    { key: page, value: "{current} of {total} pages" },
    { key: "header.menu", value: "Menu" },
    { key: "header.search", value: "Not this" },
    { key: "header.search", value: "Find games" },
    { key: "header.account", value: "Your {x}" },
    { key: "nobody.knows", value: "x" },
  ];
  const rejected: ImportResult["rejected"] = [
    { key: "header.search", msg: "Comes again further down, where it counts" },
    { key: "header.account", msg: "Unknown variable: {x}" },
    { key: "nobody.knows", msg: "Unknown key: adding strings requires a code deployment" },
  ];

  test("a dry run reports the changes without making them", async () => {
    const count = await countEntries();
    const before = await db.select().from(contentStrings).orderBy(asc(contentStrings.id));
    const result = (await load(file, { dryRun: true })).json();
    expect(result).toMatchObject({ created: 0, updated: 3, unchanged: 1, rejected });
    expect(result.differences).toEqual([
      { key: brand, old_value: "Lootwise", new_value: "Imported" },
      { key: page, old_value: "Page {current} of {total}", new_value: "{current} of {total} pages" },
      { key: "header.search", old_value: "Search games", new_value: "Find games" },
    ]);
    expect(await db.select().from(contentStrings).orderBy(asc(contentStrings.id))).toEqual(before);
    expect(await countEntries()).toBe(count);
  });

  test("edited texts stay unless `overwrite` is set; every change has a version and an entry", async () => {
    await edit(brand, { current_value: "Edited" });
    const count = await countEntries();
    expect((await load(file)).json()).toMatchObject({ updated: 2, unchanged: 2, rejected });
    expect((await find(brand)).current_value).toBe("Edited");
    expect((await load(file, { overwrite: true })).json()).toMatchObject({ updated: 1, unchanged: 3, rejected });
    expect(await countEntries()).toBe(count + 3);
    const { id } = await find(brand);
    expect((await history(id)).history[0]).toMatchObject({ value: "Imported", change_reason: "Import" });
    expect((await lastEntries(1))[0]).toMatchObject({
      action: "IMPORT",
      oldValue: { current_value: "Edited" },
      newValue: { current_value: "Imported" },
    });
  });

  test("a file can have at most 2 MB", async () => {
    const filler = (size: number) => [{ key: "nobody.knows", value: "x".repeat(90_000), category: "x".repeat(size) }];
    expect((await load(filler(1_900_000))).statusCode).toBe(200);
    expect((await load(filler(2_100_000))).statusCode).toBe(413);
  });
});

describe("two concurrent administrators", () => {
  const authors = [editor, superAdmin];
  const values = Array.from({ length: repeats(60, 200) }, (_, index) => `Value ${index}`);

  /**
   * Makes an edit for each value, 20 concurrently: on a busy machine more of them would time out waiting for a
   * connection.
   */
  async function editWithAll<T>(edit: (value: string, author: typeof editor) => Promise<T>): Promise<T[]> {
    const responses: T[] = [];
    const next = values.entries();
    const worker = async () => {
      for (const [index, value] of next) responses[index] = await edit(value, authors[index % 2]!);
    };
    await Promise.all(Array.from({ length: 20 }, worker));
    return responses;
  }

  test(`${values.length} edits of one text are all in the history, in the order of their versions`, async () => {
    const { id } = await find(brand);
    const responses = await editWithAll((value, author) =>
      retryOn503(() => send("PUT", `/${id}`, { current_value: value }, author)),
    );
    const created = responses.map((response) => response.json().string).sort((a, b) => a.version - b.version);
    expect(created.map(({ version }) => version)).toEqual(values.map((_, index) => index + 2));
    const expected = created.map(({ current_value }) => current_value).reverse();
    const { history: newest, total } = await history(id, "limit=40");
    const { history: older } = await history(id, "limit=40&page=2");
    // and the value before all edits
    expect(total).toBe(values.length + 1);
    expect([...newest, ...older].slice(0, values.length).map(({ value }) => value)).toEqual(expected.slice(0, 80));
    expect((await find(brand)).current_value).toBe(expected[0]);
    const recorded = (await lastEntries(values.length)).map(
      ({ newValue }) => (newValue as { current_value: string }).current_value,
    );
    expect(recorded.reverse()).toEqual(expected);
  });

  test(`of ${values.length} concurrent edits with a base version only accepted ones change anything`, async () => {
    const { id } = await find(page);
    const accepted: string[] = [];
    const attempt = async (value: string, author: typeof editor) => {
      const base_version = (await send("GET", `/${id}`)).json().string.version;
      const current_value = `{current} {total} ${value}`;
      const response = await retryOn503(() => send("PUT", `/${id}`, { current_value, base_version }, author));
      expect([200, 409]).toContain(response.statusCode);
      if (response.statusCode === 200) accepted.push(current_value);
    };
    await editWithAll(attempt);
    const versions = await db.execute(sql`select value from content_string_versions where content_string_id = ${id}`);
    expect(versions.rows.map(({ value }) => value).sort()).toEqual([...accepted, "Page {current} of {total}"].sort());
    expect((await find(page)).version).toBe(accepted.length + 1);
  });

  test("bulk edits of the same texts in different orders do not deadlock", async () => {
    const ids = [await find(brand), await find("header.menu"), await find("header.search")].map(({ id }) => id);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, round) => {
        const order = round % 2 ? ids : ids.toReversed();
        const updates = order.map((id) => ({ id, current_value: `Round ${round}` }));
        return retryOn503(() => send("PUT", "/bulk", { updates }, authors[round % 2]));
      }),
    );
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const now = await Promise.all([find(brand), find("header.menu"), find("header.search")]);
    expect(new Set(now.map(({ current_value }) => current_value)).size).toBe(1);
    expect(now.map(({ version }) => version)).toEqual([21, 21, 21]);
  });
});
