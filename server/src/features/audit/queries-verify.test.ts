import { beforeEach, expect, test } from "vitest";
import type { Db } from "../../platform/db/connect.ts";
import { type SQL, sql } from "../../platform/db/drizzle.ts";
import { createLog } from "../../platform/process/log.ts";
import { createTestDatabase } from "../../test/database.ts";
import { recordChange } from "./commands.ts";
import { auditJobs } from "./jobs.ts";
import { readHead, verifyChain } from "./queries-verify.ts";

const { db } = await createTestDatabase();

/** Changes that only a database superuser can make, with the triggers that refuse them disabled. */
function tamper(...statements: SQL[]): Promise<void> {
  return db.transaction(async (tx) => {
    await setTriggers(tx, "disable");
    for (const statement of statements) await tx.execute(statement);
    await setTriggers(tx, "enable");
  });
}

async function setTriggers(tx: Db, how: "enable" | "disable"): Promise<void> {
  for (const table of ["audit_log", "audit_head"]) await tx.execute(sql.raw(`alter table ${table} ${how} trigger all`));
}

const record = (times: number) =>
  db.transaction(async (tx) => {
    for (let index = 0; index < times; index += 1) {
      await recordChange(
        tx,
        { userId: 5 },
        {
          action: "UPDATE",
          resourceType: "site_config",
          resourceKey: "contact.email",
          description: "Changed a setting — “ünïcode” 🎮",
          oldValue: { value: 'a\\b"c', nested: { z: 1.1, a: [null, true, 1e21, 0.1 + 0.2] } },
          newValue: index,
          details: { at: "2026-01-01" },
        },
      );
    }
  });

beforeEach(async () => {
  await tamper(
    sql`truncate audit_log`,
    sql`update audit_head set last_id = 0, performed_at = 'epoch', hash = decode(repeat('00', 32), 'hex')`,
  );
  await record(5);
});

test("an untouched log is valid, and so is an empty one", async () => {
  expect(await verifyChain(db)).toEqual({ entries: 5, problem: null });
  await tamper(sql`truncate audit_log`, sql`update audit_head set last_id = 0, hash = decode(repeat('00', 32), 'hex')`);
  expect(await verifyChain(db)).toEqual({ entries: 0, problem: null });
});

test("a long log is read in batches", async () => {
  await record(7);
  const steps: [number, number][] = [];
  const onStep = (done: number, of: number) => steps.push([done, of]);
  expect(await verifyChain(db, { batchSize: 5, onStep })).toEqual({ entries: 12, problem: null });
  expect(steps).toEqual([
    [5, 12],
    [10, 12],
    [12, 12],
  ]);
});

test.each([
  sql`update audit_log set description = 'Changed a setting' where id = 3`,
  sql`update audit_log set old_value = jsonb_set(old_value, '{nested,z}', '1.2') where id = 3`,
  sql`update audit_log set new_value = null where id = 3`,
  sql`update audit_log set user_id = 6 where id = 3`,
  sql`update audit_log set performed_at = performed_at + interval '1 microsecond' where id = 3`,
  sql`update audit_log set resource_key = null, resource_category = resource_key where id = 3`,
  sql`update audit_log set hash = set_byte(hash, 7, get_byte(hash, 7) # 1) where id = 3`,
])("a changed byte is detected (%#)", async (statement) => {
  await tamper(statement);
  expect(await verifyChain(db)).toEqual({ entries: 2, problem: "Entry 3 was modified" });
});

test("a forged hash breaks the next link", async () => {
  await tamper(sql`
    update audit_log set description = 'other', hash = sha256(previous_hash || convert_to(jsonb_build_array(
      id, (extract(epoch from performed_at) * 1000000)::bigint, user_id, action, resource_type, resource_key,
      resource_category, resource_id, 'other', details, old_value, new_value
    )::text, 'UTF8')) where id = 3
  `);
  expect(await verifyChain(db)).toEqual({ entries: 3, problem: "Entry 4 does not follow the one before it" });
});

test.each([
  [sql`delete from audit_log where id = 1`, { entries: 0, problem: "Entry 1 is missing" }],
  [sql`delete from audit_log where id = 3`, { entries: 2, problem: "Entry 3 is missing" }],
  [sql`delete from audit_log where id >= 4`, { entries: 3, problem: "Entry 4 is missing" }],
  [sql`delete from audit_log`, { entries: 0, problem: "Entry 1 is missing" }],
  [sql`delete from audit_head`, { entries: 5, problem: "The head of the chain is missing" }],
  [sql`update audit_head set last_id = 4`, { entries: 5, problem: "Entry 5 was inserted outside of the chain" }],
  [
    sql`update audit_head set hash = decode(repeat('00', 32), 'hex')`,
    { entries: 5, problem: "Entry 5 does not match the head of the chain" },
  ],
])("a missing row is detected, also at the end (%#)", async (statement, expected) => {
  await tamper(statement);
  expect(await verifyChain(db)).toEqual(expected);
  if (expected.problem?.startsWith("The head")) {
    await tamper(sql`insert into audit_head (last_id, performed_at, hash) values (0, 'epoch', '')`);
  }
});

test("swapped entries are detected", async () => {
  await tamper(
    sql`update audit_log set id = 99 where id = 3`,
    sql`update audit_log set id = 3 where id = 4`,
    sql`update audit_log set id = 4 where id = 99`,
  );
  expect((await verifyChain(db)).problem).toBe("Entry 3 does not follow the one before it");
});

test("a trail that was rewritten as a whole is detected only with a formerly recorded entry", async () => {
  const recorded = await readHead(db);
  await record(2);
  expect(await verifyChain(db, { expected: recorded })).toEqual({ entries: 7, problem: null });

  await tamper(
    sql`truncate audit_log`,
    sql`update audit_head set last_id = 0, performed_at = 'epoch', hash = decode(repeat('00', 32), 'hex')`,
  );
  await record(4);
  expect(await verifyChain(db, { expected: recorded })).toEqual({ entries: 4, problem: "Entry 5 is missing" });
  await record(3);
  expect(await verifyChain(db)).toEqual({ entries: 7, problem: null });
  expect(await verifyChain(db, { expected: recorded })).toEqual({
    entries: 4,
    problem: "Entry 5 differs from the expected one: the audit log was rewritten",
  });
});

test("the head is logged in the format that verification accepts", async () => {
  const lines: string[] = [];
  const [job] = auditJobs(
    db,
    createLog("info", (line) => lines.push(line)),
  );
  await job?.run({}, "");
  const { id, hash } = (await readHead(db))!;
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ head: `${id}:${hash.toString("hex")}` }]);
});
