import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { migrateDatabase } from "../../../platform/db/migrate.ts";
import { addressKey } from "../../../platform/http/limits/rate-limit.ts";
import { openSecretKey } from "../../../platform/process/secret-key.ts";
import { startTestApp } from "../../../test/app.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { createReleasedSchema } from "../../../test/released-schema.ts";
import { isKnownNetwork, prepareNetworkHash } from "../passwords/commands-brute-force.ts";
import { knownNetworks } from "../table.ts";

const database = await createTestDatabase();
const { db } = database;
const folder = await createTestFolder();
const app = await startTestApp(database, { env: { SECRET_KEY: "", DATA_DIR: folder.path("data") } });

test("a remembered network cannot be found by trying all networks without the key", async () => {
  const remoteAddress = "203.0.113.7";
  const account = { username: "ada", email: "ada@example.com", password: "correct horse" };
  const response = await app.inject({ method: "POST", url: "/api/auth/register", payload: account, remoteAddress });
  const userId = response.json().user.id;
  const rows = await db.select().from(knownNetworks);
  expect(rows).toHaveLength(1);

  const guesses = [`${userId} ${addressKey(remoteAddress)}`, `${addressKey(remoteAddress)} ${userId}`];
  const unkeyed = guesses.map((guess) => createHash("sha256").update(guess).digest("hex"));
  expect(unkeyed).not.toContain(rows[0]!.networkHash.toString("hex"));

  const isKnownWith = async (secretKey: string | undefined) => {
    const hashNetwork = prepareNetworkHash(await openSecretKey({ secretKey, dataDir: folder.path("data") }));
    return isKnownNetwork(db, account.email, hashNetwork(addressKey(remoteAddress)), new Date());
  };
  expect(await isKnownWith(undefined)).toBe(true);
  expect(await isKnownWith("another key, another key, another")).toBe(false);
});

test("the migration forgets networks that were hashed without a key", async () => {
  const { pool } = await createTestDatabase({ bare: true });
  const client = await pool.connect();
  await createReleasedSchema(client, 16);
  await client.query(`insert into users (username, username_key) values ('ada', 'ada')`);
  await client.query(`insert into known_networks select id, '\\x01', '2100-01-01' from users`);
  client.release();
  await migrateDatabase(pool);
  expect((await pool.query("select from known_networks")).rowCount).toBe(0);
});
