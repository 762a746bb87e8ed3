import { submissionSorts } from "contract/contact/rules.ts";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Db } from "../db/connect.ts";
import { createTestDatabase } from "../test/database.ts";
import { createInbox } from "./snapshot.ts";
import { contactSubmissions } from "./table.ts";

const { db } = await createTestDatabase();
const inbox = createInbox(db);
let minute = 0;

beforeEach(async () => {
  await db.delete(contactSubmissions);
});

async function write(to: Db, name: string, email = `${name}@example.com`): Promise<number> {
  minute += 1;
  const submittedAt = new Date(Date.UTC(2026, 0, 1, 0, minute));
  const line = { foldedName: name, foldedEmail: email, foldedSubject: "hello" };
  const [{ id }] = (await to
    .insert(contactSubmissions)
    .values({ status: "new", submittedAt, ...line })
    .returning({ id: contactSubmissions.id })) as [{ id: number }];
  return id;
}

const part = { sort: "name", order: "ASC", limit: 100, offset: 0 } as const;
const all = (status?: "new" | "read") => inbox.find({ search: "", status }, part);

test("what others write, move on and take away is seen at the next call", async () => {
  const [bob, ann] = [await write(db, "bob"), await write(db, "ann")];
  expect(await all()).toEqual({ ids: [ann, bob], total: 2 });
  await db.update(contactSubmissions).set({ status: "read" }).where(eq(contactSubmissions.id, bob));
  expect(await all("read")).toEqual({ ids: [bob], total: 1 });
  const cleo = await write(db, "cleo");
  await db.delete(contactSubmissions).where(eq(contactSubmissions.id, ann));
  expect(await all()).toEqual({ ids: [bob, cleo], total: 2 });
});

test("a message that is committed after a later one is not missed", async () => {
  await all();
  const [slow, quick] = await db.transaction(async (tx) => {
    const slow = await write(tx, "slow");
    const quick = await write(db, "quick");
    expect((await all()).ids).toEqual([quick]);
    return [slow, quick];
  });
  expect((await all()).ids).toEqual([quick, slow]);
});

test("what stands in the place of another message is read anew", async () => {
  const id = await write(db, "ann");
  expect((await inbox.find({ search: "ann" }, part)).total).toBe(1);
  await db.update(contactSubmissions).set({ foldedName: "zoe", foldedEmail: "zoe@example.com" });
  expect(await inbox.find({ search: "zoe" }, part)).toEqual({ ids: [id], total: 1 });
  expect((await inbox.find({ search: "ann" }, part)).total).toBe(0);
});

test("in both directions, pages by every sort hold each message once, equal ones by id", async () => {
  for (const name of ["eve", "dan", "eve", "dan", "eve"]) await write(db, name);
  const ids = (await db.select({ id: contactSubmissions.id }).from(contactSubmissions)).map(({ id }) => id);
  const [last, first] = [Math.max(...ids), Math.min(...ids)];
  await db.update(contactSubmissions).set({ status: "closed" }).where(eq(contactSubmissions.id, first));
  for (const sort of submissionSorts) {
    const pages = async (order: "ASC" | "DESC") => {
      const found = [0, 2, 4].map((offset) => inbox.find({ search: "" }, { sort, order, limit: 2, offset }));
      return (await Promise.all(found)).flatMap(({ ids }) => ids);
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
