import { submissionSorts } from "contract/contact/rules.ts";
import { expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { createTestDatabase } from "../../test/database.ts";
import { secretKey } from "../../test/secret-key.ts";
import { storeMessage } from "./commands.ts";
import { listSubmissions } from "./queries.ts";
import { contactSubmissions } from "./table.ts";

const { db } = await createTestDatabase();

test("pages contain each message once for every sort and direction, equal ones by id", async () => {
  for (const [minute, name] of ["eve", "dan", "eve", "dan", "eve"].entries()) {
    const form = { name, email: `${name}@example.com`, subject: "hello", message: "Hello" };
    const now = new Date(Date.UTC(2026, 0, 1, 0, minute));
    await storeMessage(db, form, {
      isSpam: false,
      address: null,
      userAgent: null,
      language: null,
      notify: "",
      secretKey,
      now,
    });
  }
  const ids = (await db.select({ id: contactSubmissions.id }).from(contactSubmissions)).map(({ id }) => id);
  const [last, first] = [Math.max(...ids), Math.min(...ids)];
  await db.update(contactSubmissions).set({ status: "closed" }).where(eq(contactSubmissions.id, first));
  for (const sort of submissionSorts) {
    const pages = async (order: "ASC" | "DESC") => {
      const found = [0, 2, 4].map((offset) => listSubmissions(db, { search: "", sort, order, limit: 2, offset }));
      return (await Promise.all(found)).flatMap(({ submissions }) => submissions.map(({ id }) => id));
    };
    const ascending = await pages("ASC");
    expect(
      ascending.toSorted((a, b) => a - b),
      sort,
    ).toEqual(ids.toSorted((a, b) => a - b));
    expect(await pages("DESC"), sort).toEqual(ascending.toReversed());
    expect(ascending.at(-1), sort).toBe(sort === "status" ? first : last);
  }
});
