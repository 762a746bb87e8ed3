// Every recorded release can be upgraded to this version.
import { shippedTexts } from "contract/content-strings/defaults.ts";
import { expect, test } from "vitest";
import { verifyChain } from "../../features/audit/queries-verify.ts";
import { restoreBackup } from "../../platform/backup/restore.ts";
import { listAppliedMigrations, listKnownMigrations, migrateDatabase } from "../../platform/db/migrate.ts";
import { startTestApp } from "../app.ts";
import { createTestDatabase } from "../database.ts";
import { createTestFolder } from "../folder.ts";
import { superAdmin } from "../site.ts";
import { listRecorded, recordedMember, recordedSecret, unpackBackup } from "./packed.ts";

const folder = await createTestFolder();

test.each(await listRecorded())("data of %s", { timeout: 120_000 }, async (version) => {
  const backup = folder.path(version);
  await unpackBackup(version, backup);
  const database = await createTestDatabase({ bare: true });
  const connection = { connectionString: database.url };
  const { leftOut, manifest } = await restoreBackup(connection, backup, {});
  expect({ leftOut, version: manifest.version }).toEqual({ leftOut: [], version });
  await migrateDatabase(database.pool, { applicationRole: new URL(database.url).username });
  const client = await database.pool.connect();
  expect(await listAppliedMigrations(client).finally(() => client.release())).toEqual(listKnownMigrations());
  expect(await database.db.transaction((tx) => verifyChain(tx))).toEqual({
    entries: expect.any(Number),
    problem: null,
  });

  const app = await startTestApp(database, { env: { SECRET_KEY: recordedSecret } });
  const signIn = async (payload: object) => {
    const { token } = (await app.inject({ method: "POST", url: "/api/auth/login", payload })).json();
    return async (url: string) => (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).json();
  };
  const member = await signIn(recordedMember);
  expect((await member("/api/wishlist")).items).toHaveLength(5);
  expect((await member("/api/lists")).lists).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: "Both" })]),
  );
  expect((await member("/api/channels")).channels).toContainEqual(expect.objectContaining({ name: "Mine" }));
  expect((await member("/api/rules")).rules.length).toBeGreaterThan(0);
  const admin = await signIn(superAdmin);
  expect((await admin("/api/admin/vouchers")).vouchers).toEqual([expect.objectContaining({ code: "SAVE50" })]);
  expect((await admin("/api/admin/dashboard/stats")).stats.contentStrings).toBeGreaterThan(
    Object.keys(shippedTexts).length,
  );
  const { games } = (await app.inject("/api/games?limit=5")).json();
  expect(games).toEqual(expect.arrayContaining([expect.objectContaining({ title: expect.any(String) })]));
});

test("a release is recorded, from 1.0.0 on", async () => {
  expect((await listRecorded())[0]).toBe("1.0.0");
});
