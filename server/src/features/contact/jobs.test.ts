import { expect, test } from "vitest";
import { asc } from "../../platform/db/drizzle.ts";
import { createTestDatabase } from "../../test/database.ts";
import { secretKey } from "../../test/secret-key.ts";
import { storeMessage } from "./commands.ts";
import { contactJobs } from "./jobs.ts";
import { contactMessages } from "./table.ts";

const { db } = await createTestDatabase();
const day = 24 * 3_600_000;

const form = { name: "Ann", email: "ann@example.com", subject: "Hello", message: "A long enough message" };
const origin = { address: "192.0.2.7", userAgent: "Firefox" };

test("IP addresses and user agents are removed after the configured days; the messages stay", async () => {
  for (const days of [91, 89, 0]) {
    const now = new Date(Date.now() - days * day);
    await storeMessage(db, form, { ...origin, language: null, isSpam: false, notify: "", secretKey, now });
  }
  let retentionDays = 90;
  const [job] = contactJobs(db, () => retentionDays);
  const origins = async () => {
    await job?.run({}, "");
    const rows = await db.select().from(contactMessages).orderBy(asc(contactMessages.submissionId));
    expect(rows.map(({ message }) => message)).toEqual([form.message, form.message, form.message]);
    return rows.map(({ ipAddress, userAgent }) => [ipAddress, userAgent]);
  };
  const [forgotten, stored] = [
    [null, null],
    ["192.0.2.7", "Firefox"],
  ];
  expect(await origins()).toEqual([forgotten, stored, stored]);
  retentionDays = 30;
  expect(await origins()).toEqual([forgotten, forgotten, stored]);
  retentionDays = 0;
  expect(await origins()).toEqual([forgotten, forgotten, forgotten]);
});
