import { beforeAll, describe, expect, test } from "vitest";
import { asc, sql } from "../../platform/db/drizzle.ts";
import { createTestDatabase } from "../../test/database.ts";
import { recordChange } from "./commands.ts";
import { auditHead, auditLog } from "./table.ts";

const { db } = await createTestDatabase();

const entries = () => db.select().from(auditLog).orderBy(asc(auditLog.id));

const change = (description: string) =>
  ({ action: "UPDATE", resourceType: "content_string", resourceKey: "home.title", description }) as const;

describe("an entry", () => {
  beforeAll(async () => {
    await db.transaction(async (tx) => {
      await recordChange(tx, { userId: 7 }, { ...change("first"), oldValue: "a", newValue: { value: "b" } });
      await recordChange(tx, null, change("second"));
    });
  });

  test("contains the user, the action, the old and the new value", async () => {
    const [first, second] = await entries();
    expect(first).toMatchObject({ id: 1, userId: 7, action: "UPDATE", oldValue: "a", newValue: { value: "b" } });
    expect(second).toMatchObject({ id: 2, userId: null, oldValue: null, newValue: null, details: null });
  });

  test("contains its predecessor's hash, and the head the last hash", async () => {
    const [first, second] = await entries();
    const [head] = await db.select().from(auditHead);
    expect(first?.previousHash).toEqual(Buffer.alloc(32));
    expect(second?.previousHash).toEqual(first?.hash);
    expect(head).toMatchObject({ lastId: 2, hash: second?.hash, performedAt: second?.performedAt });
  });

  test("is rolled back with its transaction, without leaving a gap", async () => {
    const failing = db.transaction(async (tx) => {
      await recordChange(tx, null, change("never"));
      throw new Error("after the change");
    });
    await expect(failing).rejects.toThrow("after the change");
    await recordChange(db, null, change("third"));
    expect((await entries()).map(({ id, description }) => [id, description]).at(-1)).toEqual([3, "third"]);
  });

  test.each([
    sql`update audit_log set description = 'other' where id = 1`,
    sql`update audit_log set description = 'other' where id = 999`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
    sql`update audit_head set last_id = 1`,
    sql`delete from audit_head`,
    sql`truncate audit_head`,
    sql`insert into audit_head (one, last_id, performed_at, hash) values (false, 0, now(), '')`,
  ])("cannot be changed: statement %#", async (statement) => {
    await expect(db.execute(statement)).rejects.toMatchObject({ cause: { message: "The audit log can only grow" } });
  });

  test("cannot choose its place: id, hashes and a time before the last entry are overwritten", async () => {
    const [before] = await db.select().from(auditHead);
    await db.insert(auditLog).values({
      id: 77,
      performedAt: new Date(0),
      action: "UPDATE",
      resourceType: "user",
      description: "forged",
      hash: Buffer.from("forged"),
    });
    const last = (await entries()).at(-1);
    expect(last).toMatchObject({
      id: before!.lastId + 1,
      previousHash: before!.hash,
      performedAt: before!.performedAt,
    });
    expect(last?.hash).toHaveLength(32);
  });

  test("is stored for each of many concurrent changes, in one chain", async () => {
    const [before] = await db.select().from(auditHead);
    await Promise.all(Array.from({ length: 200 }, (_, index) => recordChange(db, null, change(`at once ${index}`))));
    const all = await entries();
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: before!.lastId + 200 }, (_, index) => index + 1));
    expect(new Set(all.map(({ description }) => description)).size).toBe(all.length);
    for (const [index, entry] of all.entries()) {
      if (index > 0) expect(entry.previousHash).toEqual(all[index - 1]!.hash);
    }
  });
});

describe("secrets", () => {
  const stored = async (more: Partial<Parameters<typeof recordChange>[2]>) => {
    await recordChange(db, null, { ...change("secrets"), resourceType: "site_config", ...more });
    const { oldValue, newValue, details } = (await entries()).at(-1)!;
    return { oldValue, newValue, details };
  };

  test.each(["mail.smtp_url", "steam.webApiKey", "auth.client_secret", "x.PASSWORD"])(
    "the value of the setting %s is masked",
    async (resourceKey) => {
      const values = { oldValue: { value: "s3cret", version: 1 }, newValue: "s3cret", details: { reason: "moved" } };
      expect(await stored({ resourceKey, ...values })).toEqual({
        oldValue: { value: "***", version: 1 },
        newValue: "***",
        details: { reason: "moved" },
      });
    },
  );

  test("named secrets and logins in URLs are masked everywhere", async () => {
    const values = {
      oldValue: { mail: [{ url: "smtp://site:s3cret@mail.example.com:25/", password: "s3cret" }] },
      newValue: "see https://example.com/@somebody",
      details: { reset_token: "s3cret", tokens: null },
    };
    expect(await stored({ resourceKey: "contact.email", ...values })).toEqual({
      oldValue: { mail: [{ url: "smtp://***@mail.example.com:25/", password: "***" }] },
      newValue: "see https://example.com/@somebody",
      details: { reset_token: "***", tokens: null },
    });
  });

  test("a text about passwords is no secret", async () => {
    const text = { resourceType: "content_string", resourceKey: "login.password_label", newValue: "Password" } as const;
    expect(await stored(text)).toMatchObject({ newValue: "Password" });
  });
});
