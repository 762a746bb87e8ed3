import type { ContentString, ContentStringVersion } from "contract/content-strings/schema.ts";
import { beforeEach } from "vitest";
import { auditLog } from "../features/audit/table.ts";
import { contentStrings } from "../features/content-strings/table.ts";
import type { Db } from "../platform/db/connect.ts";
import { ne, sql } from "../platform/db/drizzle.ts";
import { startTestApp } from "./app.ts";
import { createTestDatabase } from "./database.ts";
import { signInAdmin } from "./users.ts";

/** Copies the texts as they are now; the function restores those that have changed. Seeding takes ten times as long. */
export async function keepTexts(db: Db): Promise<() => Promise<void>> {
  await db.execute(sql`create table kept_strings as table content_strings`);
  await db.execute(sql`create table kept_versions as table content_string_versions`);
  await db.execute(sql`analyze kept_strings, kept_versions`);
  return async () => {
    await db.execute(sql`
      delete from content_strings present where not exists (
        select from kept_strings kept
        where kept.id = present.id and row(kept.*) is not distinct from row(present.*)
      )`);
    await db.execute(sql`
      insert into content_strings overriding system value
      select * from kept_strings kept
      where not exists (select from content_strings present where present.id = kept.id)`);
    await db.execute(sql`
      insert into content_string_versions overriding system value
      select * from kept_versions kept
      where not exists (select from content_string_versions present where present.id = kept.id)`);
  };
}

/** Those that tests change, with plurals and variables. */
const few = ["browse", "free", "genre", "header"];

/** `keepTexts` with a tenth of the texts of each language: with each change a site reads all of them again. */
export async function keepFewTexts(db: Db): Promise<() => Promise<void>> {
  await db.execute(sql`delete from content_strings where category <> all (${sql.param(few)}::text[])`);
  return keepTexts(db);
}

/** A site with a few English texts only, which each test finds as they were, and its calls. Call it at the top of the file. */
export async function startEnglishTexts() {
  const database = await createTestDatabase();
  const { db } = database;
  const app = await startTestApp(database);
  const editor = await signInAdmin(db, "Editor", ["content.read", "content.write", "content.delete"]);
  const superAdmin = await signInAdmin(db, "Root", "everything");
  await db.delete(contentStrings).where(ne(contentStrings.language, "en"));
  beforeEach(await keepFewTexts(db));

  const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, user = editor) => {
    const url = `/api/admin/content/strings${path}`;
    return app.inject({ method, url, headers: user.headers, ...(payload && { payload }) });
  };
  async function find(key: string): Promise<ContentString> {
    const { contentStrings } = (await send("GET", `?search=${key}`)).json();
    return contentStrings.find((string: ContentString) => string.key === key);
  }
  return {
    database,
    db,
    app,
    editor,
    superAdmin,
    send,
    find,
    edit: async (key: string, payload: object, user = editor) => send("PUT", `/${(await find(key)).id}`, payload, user),
    history: async (id: number, query = ""): Promise<{ history: ContentStringVersion[]; total: number }> =>
      (await send("GET", `/${id}/history?${query}`)).json(),
    lastEntries: async (count: number) =>
      (await db.select().from(auditLog).orderBy(sql`${auditLog.id} desc`).limit(count)).reverse(),
    countEntries: () => db.$count(auditLog),
  };
}
