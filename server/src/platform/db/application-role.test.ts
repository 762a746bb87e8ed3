import { afterAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { recordChange } from "../../features/audit/commands.ts";
import { readHead, verifyChain } from "../../features/audit/queries-verify.ts";
import { createTestDatabase } from "../../test/database.ts";
import { withUser } from "../../test/database-url.ts";
import { createTestFolder } from "../../test/folder.ts";
import { repeats } from "../../test/processes/soak.ts";
import { startSiteProcess, stopSiteProcess } from "../../test/site.ts";
import { writeBackup } from "../backup/write.ts";
import { ownsAuditTrail } from "./application-role.ts";
import { connect } from "./connect.ts";
import { sql } from "./drizzle.ts";
import { startEmbedded } from "./embedded/embedded.ts";
import { migrateDatabase } from "./migrate.ts";
import { openDatabase } from "./open.ts";

const applicationUser = inject("applicationUser");
const log = { info() {}, warn() {}, error: console.error };

const change = { action: "UPDATE", resourceType: "site_config", description: "Changed a setting" } as const;

const isDenied = { cause: expect.objectContaining({ code: "42501" }) };

const ownTable = "create temporary table mine (like audit_log including defaults); ";

describe.skipIf(!applicationUser)("the site's role", async () => {
  const { pool: ownersPool, applicationUrl } = await createTestDatabase();
  const { db, close } = connect({ connectionString: applicationUrl ?? "" }, () => {});
  afterAll(close);
  await recordChange(db, null, change);
  const head = await readHead(db);

  test.each([
    "update audit_log set description = 'other'",
    "delete from audit_log",
    "truncate audit_log",
    "drop table audit_log",
    "drop schema public cascade",
    "alter table audit_log disable trigger all",
    "alter table audit_log rename to elsewhere",
    "drop trigger refuse_change on audit_log",
    "create trigger mine before insert on audit_log for each row execute function suppress_redundant_updates_trigger()",
    "create rule mine as on insert to audit_log do instead nothing",
    "create table public.mine ()",
    "insert into audit_head values (false, 1, now(), '')",
    "update audit_head set last_id = 0",
    "delete from audit_head",
    "truncate audit_head",
    "alter table audit_head disable trigger all",
    "create or replace function chain_audit_entry() returns trigger language plpgsql as 'begin return null; end'",
    "alter function chain_audit_entry() security invoker",
    "drop function chain_audit_entry() cascade",
    `${ownTable} create trigger mine before insert on mine for each row execute function chain_audit_entry()`,
    `${ownTable} create function pg_temp.forge() returns trigger language plpgsql
       as 'begin update audit_head set last_id = 9; return new; end';
     create trigger mine before insert on mine for each row execute function pg_temp.forge();
     insert into mine default values`,
    "set session_replication_role = replica",
    "delete from drizzle.__drizzle_migrations",
  ])("is denied: %s", async (statement) => {
    await expect(
      db.transaction(async (tx) => {
        await tx.execute(sql.raw(statement));
      }),
    ).rejects.toMatchObject(isDenied);
    expect(await readHead(db)).toEqual(head);
  });

  test("cannot become the owner", async () => {
    const { rows } = await ownersPool.query("select quote_ident(current_user) as owner");
    await expect(db.execute(sql.raw(`set role ${rows[0].owner}`))).rejects.toMatchObject(isDenied);
  });

  test("can add entries, which are chained", async () => {
    await recordChange(db, null, change);
    expect(await verifyChain(db)).toEqual({ entries: 2, problem: null });
  });

  test("can use tables that are added later", async () => {
    await db.execute(sql`select make_price_history_months('2031-01-01', '2031-02-01')`);
    await db.execute(sql`delete from price_history_2031_01`);
  });
});

describe("the site", () => {
  test("uses its own role in a data folder of an earlier version", async () => {
    const folder = await createTestFolder();
    const dataDir = folder.path("data");
    const earlier = await startEmbedded({ dataDir, log, durable: false });
    const owner = connect(earlier.connection, () => {});
    await migrateDatabase(owner.pool);
    await owner.pool.query(`drop role ${earlier.applicationConnection.user}`);
    await recordChange(owner.db, null, change);
    await owner.close();
    await earlier.stop();

    for (let start = 0; start < 2; start += 1) {
      const { db, pool, close } = await openDatabase(
        { databaseUrl: undefined, databaseOwnerUrl: undefined, dataDir },
        log,
      );
      expect((await pool.query("select current_user as user")).rows).toEqual([
        { user: earlier.applicationConnection.user },
      ]);
      expect(await ownsAuditTrail(pool)).toBe(false);
      await recordChange(db, null, change);
      expect(await verifyChain(db)).toEqual({ entries: start + 2, problem: null });
      await close();
    }
  });

  test.skipIf(!applicationUser)("uses the role of DATABASE_URL if DATABASE_OWNER_URL names the owner", async () => {
    const { url } = await createTestDatabase({ bare: true });
    const databaseUrl = withUser(url, applicationUser ?? "");
    const { db, pool, close } = await openDatabase({ databaseUrl, databaseOwnerUrl: url, dataDir: "" }, log);
    onTestFinished(close);
    expect(await ownsAuditTrail(pool)).toBe(false);
    await recordChange(db, null, change);
    expect(await verifyChain(db)).toEqual({ entries: 1, problem: null });
  });

  test.skipIf(!applicationUser)("starts without DATABASE_OWNER_URL only on a migrated database", async () => {
    const { pool: ownersPool, applicationUrl: databaseUrl = "" } = await createTestDatabase();
    const env = { databaseUrl, databaseOwnerUrl: undefined, dataDir: "" };
    const { db, close, ownerConnection } = await openDatabase(env, log);
    await recordChange(db, null, change);
    const folder = await createTestFolder();
    const { tables } = await writeBackup(ownerConnection, folder.path("backup"), { now: new Date() });
    expect(tables.find(({ name }) => name === "audit_log")?.rows).toBe(1);
    await close();

    await ownersPool.query(
      "delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)",
    );
    await expect(openDatabase(env, log)).rejects.toThrow("start a process with DATABASE_OWNER_URL first");
  });

  test("refuses to start if the two name different databases", async () => {
    const [one, other] = [await createTestDatabase({ bare: true }), await createTestDatabase({ bare: true })];
    const env = { databaseUrl: one.url, databaseOwnerUrl: other.url, dataDir: "" };
    await expect(openDatabase(env, log)).rejects.toThrow(
      "DATABASE_OWNER_URL and DATABASE_URL must name the same database",
    );
  });

  test("warns in one line at start only if it owns the audit trail", async () => {
    const folder = await createTestFolder();
    const { url, applicationUrl } = await createTestDatabase();
    const warning = /could rewrite the audit log/g;
    const outputWith = async (env: Record<string, string>) => {
      const site = await startSiteProcess({ dataDir: folder.path("data"), env: { ...env, SAMPLE_CATALOGUE: "false" } });
      expect(await stopSiteProcess(site)).toBe(0);
      return site.output();
    };
    expect((await outputWith({ DATABASE_URL: url })).match(warning)).toHaveLength(1);
    // its start takes long, and what it asks is tested above
    if (!applicationUrl || repeats(true, false)) return;
    expect(await outputWith({ DATABASE_URL: applicationUrl, DATABASE_OWNER_URL: url })).not.toMatch(warning);
  });
});
