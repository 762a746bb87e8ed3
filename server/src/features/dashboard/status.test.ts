import { expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { secretKey } from "../../test/secret-key.ts";
import { signInAdmin, signInUser, type TestUser } from "../../test/users.ts";
import { pricePolls } from "../prices/table.ts";

const database = await createTestDatabase();
const { db } = database;
await addCatalogue(db, [{ title: "Portal" }]);
const app = await startTestApp(database);
const status = ({ headers }: TestUser) => app.inject({ url: "/api/admin/dashboard/status", headers });

test("only administrators see the site's status", async () => {
  const startedAt = new Date("2026-01-02T03:04:05Z");
  await db.insert(pricePolls).values({ source: "gog", store: "gog", state: "failed", startedAt });
  // scheduled far ahead, so that no worker takes it
  const waiting = { to: "ann@example.com", subject: "Hello", paragraphs: ["x"], reason: "x" };
  await queueMail(db, { ...waiting, addressee: "operator" }, secretKey);
  await db.execute(sql`update jobs.job set state = 'retry', start_after = now() + interval '1 day',
    created_on = now() - interval '1 hour' where name = 'mail'`);

  expect((await status(await signInUser(db, "ann"))).statusCode).toBe(403);
  const response = await status(await signInAdmin(db, "root", ["content.read"]));
  expect(response.statusCode).toBe(200);
  const reported = response.json();
  expect(reported).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    newer_version: null,
    database: { version: expect.stringMatching(/^\d+(\.\d+)?$/), connections: { waiting: 0 } },
    catalogue: { games: 1, stale_seconds: 0 },
    polls: [{ source: "gog", state: "failed", started_at: startedAt.toISOString() }],
  });
  expect(reported.database.size_bytes).toBeGreaterThan(1e6);
  expect(reported.disk.total_bytes).toBeGreaterThan(reported.disk.free_bytes);
  const mail = reported.queues.find(({ queue }: { queue: string }) => queue === "mail");
  expect(mail).toMatchObject({ waiting: 1, failed: 0 });
  expect(mail.oldest_seconds).toBeGreaterThan(3_500);
});
