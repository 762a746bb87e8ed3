import type { ContentString } from "contract/content-strings/schema.ts";
import { describe, expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { repeats } from "../../test/processes/soak.ts";
import { startEnglishTexts } from "../../test/texts.ts";
import { signInAdmin } from "../../test/users.ts";
import { users } from "../users/table.ts";
import { seedContentStrings } from "./seed.ts";
import { contentStrings, languages } from "./table.ts";

const { database, db, app, editor, superAdmin, send, find, edit, history, lastEntries, countEntries } =
  await startEnglishTexts();
const valuesOf = async (id: number) => (await history(id)).history.map(({ value }) => value);
const create = async (payload: object): Promise<ContentString> =>
  (await send("POST", "", { category: "own", ...payload })).json().string;

const brand = "header.brand_name";
const page = "browse.page";

describe("the list", () => {
  test("searches words in key and value, ignoring case and accents", async () => {
    await create({ key: "own.menu", current_value: "Crème 100% brûlée" });
    const keysFor = async (search: string) =>
      (await send("GET", `?search=${encodeURIComponent(search)}`))
        .json()
        .contentStrings.map(({ key }: ContentString) => key);
    expect(await keysFor("BRULEE creme")).toEqual(["own.menu"]);
    expect(await keysFor("own 100%")).toEqual(["own.menu"]);
    expect(await keysFor("own.MENU")).toEqual(["own.menu"]);
    expect(await keysFor("own_menu")).toEqual([]);
  });

  test("is sorted by key by default, 20 a page", async () => {
    const first = (await send("GET", "")).json();
    const keys = first.contentStrings.map(({ key }: ContentString) => key);
    expect(keys).toEqual([...keys].sort());
    expect(keys).toHaveLength(20);
    expect(first.total).toBe(await db.$count(contentStrings));
    const last = (await send("GET", "?limit=1&sortOrder=desc")).json();
    expect(last.contentStrings[0].key > keys[19]).toBe(true);
  });

  test.each(["key", "current_value", "category", "last_modified"])(
    "sorted by %s loses and repeats nothing from page to page",
    async (sortBy) => {
      await edit(brand, { current_value: "Shop" });
      const seen: number[] = [];
      const { total } = (await send("GET", "")).json();
      for (let at = 1; seen.length < total; at += 1) {
        const { contentStrings } = (await send("GET", `?limit=100&page=${at}&sortBy=${sortBy}&sortOrder=DESC`)).json();
        expect(contentStrings.length).toBeGreaterThan(0);
        seen.push(...contentStrings.map(({ id }: ContentString) => id));
      }
      expect(new Set(seen).size).toBe(total);
    },
  );

  test("lists the last edited first, and the never edited last", async () => {
    await edit(brand, { current_value: "Shop" });
    for (const order of ["ASC", "DESC"]) {
      const { contentStrings } = (await send("GET", `?sortBy=last_modified&sortOrder=${order}`)).json();
      expect(contentStrings[0]).toMatchObject({ key: brand, last_modified: expect.any(String) });
      expect(contentStrings[1].last_modified).toBe(null);
    }
  });

  test("can be filtered by category, and the categories are counted", async () => {
    await create({ key: "own.one", current_value: "One" });
    await create({ key: "own.two", current_value: "Two" });
    expect((await send("GET", "?category=own")).json().total).toBe(2);
    const { categories, categoryCounts } = (await send("GET", "/categories")).json();
    expect(categories).toContain("own");
    expect(categories).toEqual([...categories].sort());
    expect(categoryCounts).toContainEqual({ category: "own", count: 2 });
  });

  test("contains the variables of a text and whether it ships", async () => {
    expect(await find(page)).toMatchObject({
      category: "browse",
      version: 1,
      variables: ["current", "total"],
      shipped: true,
      unused: false,
      last_modified: null,
    });
  });
});

describe("an edit", () => {
  test("becomes the newest version, with its author, and is recorded", async () => {
    const { id } = await find(brand);
    expect(await history(id)).toMatchObject({ total: 1, history: [{ value: "Lootwise", created_by: null }] });
    const response = await send("PUT", `/${id}`, {
      current_value: "Shop",
      base_version: 1,
      change_reason: "A new name",
    });
    expect(response.statusCode).toBe(200);
    expect(response.json().string).toMatchObject({
      id,
      current_value: "Shop",
      version: 2,
      last_modified: expect.any(String),
    });
    const { history: versions, total } = await history(id);
    expect(total).toBe(2);
    expect(versions[0]).toMatchObject({ value: "Shop", created_by: "Editor", change_reason: "A new name" });
    expect(versions[0]?.created_at).toBe(response.json().string.last_modified);
    expect((await lastEntries(1))[0]).toMatchObject({
      userId: editor.id,
      action: "UPDATE",
      resourceType: "content_string",
      resourceKey: brand,
      resourceCategory: "header",
      resourceId: String(id),
      oldValue: { current_value: "Lootwise", category: "header" },
      newValue: { current_value: "Shop", category: "header" },
    });
  });

  test("reaches visitors of every process, within a second on a quiet machine", async () => {
    const other = await startTestApp(database);
    await edit(brand, { current_value: "Everywhere" });
    for (const each of [app, other]) {
      const shown = async () => (await each.inject("/api/content/strings")).json()[brand];
      await expect.poll(shown, { timeout: repeats(30_000, 1_000), interval: 20 }).toBe("Everywhere");
    }
  });

  test.each([
    [brand, " ", ["Value cannot be empty"]],
    [brand, "{one", ["Invalid JSON format"]],
    [brand, "The {best} shop", ["Unknown variable: {best}"]],
    [page, "Page {current}", ["Unused variable: {total}"]],
  ])("of %s to %j is refused", async (key, value, problems) => {
    const before = await find(key);
    const count = await countEntries();
    const response = await edit(key, { current_value: value });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { error: problems[0], code: "invalid", details: problems.map((msg) => ({ path: "current_value", msg })) },
    ]);
    expect(await find(key)).toEqual(before);
    expect(await countEntries()).toBe(count);
  });

  test('of a text whose key contains "url" or "link" needs a URL', async () => {
    const { id } = await create({ key: "own.chat_url", current_value: "https://chat.example.com" });
    const refused = await send("PUT", `/${id}`, { current_value: "javascript:alert(1)" });
    expect([refused.statusCode, refused.json().error]).toEqual([400, "Invalid URL format"]);
    expect((await send("PUT", `/${id}`, { current_value: "/contact" })).statusCode).toBe(200);
  });

  test("of an old version is refused with the current one", async () => {
    await edit(brand, { current_value: "First", base_version: 1 });
    const response = await edit(brand, { current_value: "Second", base_version: 1 });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: "stale", current: { current_value: "First", version: 2 } });
    expect((await find(brand)).current_value).toBe("First");
  });

  test("that changes nothing is not recorded", async () => {
    const { id } = await find(brand);
    const count = await countEntries();
    const response = await send("PUT", `/${id}`, { current_value: "Lootwise", category: "header" });
    expect(response.json().string.version).toBe(1);
    expect([await valuesOf(id), await countEntries()]).toEqual([["Lootwise"], count]);
  });

  test("of the category is for super admins", async () => {
    const refused = await edit(brand, { current_value: "Shop", category: "names" });
    expect([refused.statusCode, refused.json().code]).toEqual([403, "forbidden"]);
    expect((await find(brand)).current_value).toBe("Lootwise");
    const moved = await edit(brand, { current_value: "Lootwise", category: "names" }, superAdmin);
    expect(moved.json().string).toMatchObject({ category: "names", version: 2 });
    expect(await valuesOf(moved.json().string.id)).toEqual(["Lootwise"]);
    expect((await lastEntries(1))[0]).toMatchObject({
      oldValue: { category: "header" },
      newValue: { category: "names" },
    });
  });

  test("of an unknown text is a 404", async () => {
    expect((await send("PUT", "/999999", { current_value: "x" })).statusCode).toBe(404);
    expect((await send("GET", "/999999/history")).statusCode).toBe(404);
  });

  test("cannot contain a NUL character, which the database cannot store", async () => {
    expect((await edit(brand, { current_value: "a\0b" })).statusCode).toBe(400);
  });

  test("is rolled back when its audit entry cannot be written", async () => {
    await database.pool.query("alter table audit_log add constraint refused check (false) not valid");
    try {
      expect((await edit(brand, { current_value: "Shop" })).statusCode).toBe(500);
      expect(await find(brand)).toMatchObject({ current_value: "Lootwise", version: 1 });
    } finally {
      await database.pool.query("alter table audit_log drop constraint refused");
    }
  });
});

describe("the history", () => {
  test("comes newest first, in pages", async () => {
    const { id } = await find(brand);
    for (const value of ["A", "B", "C"]) await send("PUT", `/${id}`, { current_value: value });
    const second = await history(id, "limit=2&page=2");
    expect([second.history.map(({ value }) => value), second.total]).toEqual([["A", "Lootwise"], 4]);
  });

  test("keeps a version of a deleted author", async () => {
    const leaver = await signInAdmin(db, "Leaver", ["content.read", "content.write"]);
    const { id } = (await edit(brand, { current_value: "Mine" }, leaver)).json().string;
    await db.delete(users).where(eq(users.id, leaver.id));
    expect((await history(id)).history[0]).toMatchObject({ value: "Mine", created_by: "Deleted user" });
  });

  test("restores a version as a new one", async () => {
    const { id } = await find(brand);
    for (const value of ["A", "B"]) await send("PUT", `/${id}`, { current_value: value });
    const [, previous] = (await history(id)).history;
    const response = await send("POST", `/${id}/restore/${previous!.id}`);
    expect(response.json().string).toMatchObject({ current_value: "A", version: 4 });
    expect(await valuesOf(id)).toEqual(["A", "B", "A", "Lootwise"]);
    expect((await history(id)).history[0]?.change_reason).toBe(`Restored the version of ${previous!.created_at}`);
    expect((await lastEntries(1))[0]).toMatchObject({
      action: "RESTORE",
      oldValue: { current_value: "B" },
      newValue: { current_value: "A" },
    });
  });

  test("restores only versions of the text itself, and only values that follow the rules", async () => {
    const { id } = await find(brand);
    const other = (await history((await find(page)).id)).history[0]!;
    expect((await send("POST", `/${id}/restore/${other.id}`)).statusCode).toBe(404);
    expect((await send("POST", `/${id}/restore/999999`)).statusCode).toBe(404);
    await database.pool.query(
      "update content_string_versions set value = 'Has {no} place' where content_string_id = $1",
      [id],
    );
    const response = await send("POST", `/${id}/restore/${(await history(id)).history[0]!.id}`);
    expect([response.statusCode, response.json().error]).toEqual([400, "Unknown variable: {no}"]);
  });

  test("follows a default that a new version of the site changes, unless the text was edited", async () => {
    const [edited, untouched] = [await find(brand), await find(page)];
    await edit(brand, { current_value: "Shop" });
    await db
      .update(contentStrings)
      .set({ currentValue: "An older default" })
      .where(eq(contentStrings.id, untouched.id));
    await db.update(languages).set({ shippedHash: "of the older version" });
    await seedContentStrings(db);
    expect(await find(page)).toMatchObject({
      current_value: "Page {current} of {total}",
      version: 2,
      last_modified: null,
    });
    expect((await history(untouched.id)).history[0]).toMatchObject({
      value: "Page {current} of {total}",
      created_by: null,
    });
    expect(await find(brand)).toMatchObject({ current_value: "Shop", version: 2 });
    expect((await history(edited.id)).total).toBe(2);
  });
});

describe("a bulk edit", () => {
  test("changes all, each with a version and an entry", async () => {
    const [one, two, same] = [await find(brand), await find(page), await find("header.menu")];
    const count = await countEntries();
    const response = await send("PUT", "/bulk", {
      updates: [
        { id: two.id, current_value: "{current} / {total}" },
        { id: same.id, current_value: same.current_value },
        { id: one.id, current_value: "Shop", base_version: 1 },
      ],
    });
    expect(response.json().strings.map(({ key, version }: ContentString) => [key, version])).toEqual([
      [page, 2],
      ["header.menu", 1],
      [brand, 2],
    ]);
    expect(await countEntries()).toBe(count + 2);
    expect((await lastEntries(2)).map(({ resourceKey }) => resourceKey)).toEqual([page, brand]);
  });

  test("changes nothing when one value is wrong, and names every wrong one", async () => {
    const [one, two] = [await find(brand), await find(page)];
    const response = await send("PUT", "/bulk", {
      updates: [
        { id: one.id, current_value: "Fine" },
        { id: two.id, current_value: "Page {current} {x}" },
        { id: one.id, current_value: "" },
      ],
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().details).toEqual([
      { path: "updates.2.id", msg: "Listed twice" },
      { path: "updates.1.current_value", msg: "Unknown variable: {x}" },
      { path: "updates.1.current_value", msg: "Unused variable: {total}" },
      { path: "updates.2.current_value", msg: "Value cannot be empty" },
    ]);
    expect((await find(brand)).current_value).toBe("Lootwise");
  });

  test("returns all that changed meanwhile, and names unknown ones", async () => {
    const [one, two] = [await find(brand), await find(page)];
    await edit(brand, { current_value: "Shop" });
    const stale = await send("PUT", "/bulk", {
      updates: [
        { id: two.id, current_value: "{current}/{total}", base_version: 1 },
        { id: one.id, current_value: "Mine", base_version: 1 },
      ],
    });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({ code: "stale", current: [{ key: brand, current_value: "Shop", version: 2 }] });
    const unknown = await send("PUT", "/bulk", { updates: [{ id: 999_999, current_value: "x" }] });
    expect([unknown.statusCode, unknown.json().details]).toEqual([
      404,
      [{ path: "updates.0.id", msg: "Content string not found" }],
    ]);
    expect((await find(page)).version).toBe(1);
  });
});

describe("custom texts", () => {
  test("can be created and deleted, with an entry each", async () => {
    const created = await create({ key: "own.greeting", current_value: "{name}, welcome", category: "own" });
    expect(created).toMatchObject({
      variables: ["name"],
      shipped: false,
      unused: false,
      version: 1,
      last_modified: expect.any(String),
    });
    expect((await history(created.id)).history).toMatchObject([{ value: "{name}, welcome", created_by: "Editor" }]);
    expect((await send("DELETE", `/${created.id}`)).statusCode).toBe(204);
    expect((await send("GET", `/${created.id}`)).statusCode).toBe(404);
    expect(await lastEntries(2)).toMatchObject([
      { action: "CREATE", oldValue: null, newValue: { current_value: "{name}, welcome", category: "own" } },
      { action: "DELETE", oldValue: { current_value: "{name}, welcome", category: "own" }, newValue: null },
    ]);
  });

  test("keep the variables that they were created with", async () => {
    const created = await create({ key: "own.plain", current_value: "Hello {name}", variables: ["name"] });
    expect((await send("PUT", `/${created.id}`, { current_value: "Hello" })).json().error).toBe(
      "Unused variable: {name}",
    );
    const refused = await send("POST", "", {
      key: "own.other",
      category: "own",
      current_value: "Hello {name}",
      variables: [],
    });
    expect([refused.statusCode, refused.json().error]).toEqual([400, "Unknown variable: {name}"]);
  });

  test.each([
    [{ key: brand }, 409, "Content string key already exists"],
    [{ key: "1.own" }, 400, "Key must start with a letter and contain only letters, numbers, underscores, and dots"],
    [{ category: " " }, 400, "Category is required"],
    [{ current_value: "" }, 400, "Value cannot be empty"],
  ])("with %j are refused", async (fields, status, error) => {
    const response = await send("POST", "", { key: "own.new", category: "own", current_value: "New", ...fields });
    expect([response.statusCode, response.json().error]).toEqual([status, error]);
  });

  test("are the only ones that can be deleted", async () => {
    const response = await send("DELETE", `/${(await find(brand)).id}`);
    expect([response.statusCode, response.json().code]).toEqual([409, "conflict"]);
    expect((await find(brand)).current_value).toBe("Lootwise");
    expect((await send("DELETE", "/999999")).statusCode).toBe(404);
  });
});
