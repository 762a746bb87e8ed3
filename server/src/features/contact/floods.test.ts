import { expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { byAll, startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { siteConfig } from "../site-config/table.ts";
import { contactSubmissions } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
// a fifth of a site's limits: 5 messages of a neighbourhood and 12 mails an hour
const app = await startTestApp(database, { env: { RATE_LIMIT_SCALE: "0.2", TRUST_PROXY: "1" } });
const operator = "shop@example.com";
await db.update(siteConfig).set({ value: operator }).where(eq(siteConfig.key, "contact.email"));

const form = { name: "Ann", email: "ann@example.com", subject: "An order", message: "Where is it?" };

/** Sends a message and returns the status. */
async function from(address: string, payload: object = form): Promise<number> {
  const headers = { "x-forwarded-for": address };
  return (await app.inject({ method: "POST", url: "/api/contact/submit", payload, headers })).statusCode;
}

test("a flood from one subnet is refused; a distributed one is stored, but its mails are limited", async () => {
  const reported = async () => (await app.inject("/api/site")).json().contact_email;
  await expect.poll(byAll(reported)).toBe(operator);

  for (let network = 0; network < 5; network += 1) expect(await from(`2001:db8:1:${network}::1`)).toBe(201);
  expect(await from("2001:db8:1:5::1")).toBe(429);

  // spam sends no mail and does not count against the limit of mails
  for (let network = 0; network < 3; network += 1) {
    expect(await from(`2001:db8:2:${network}::1`, { ...form, website: "https://robot.example" })).toBe(201);
  }
  for (let network = 0; network < 10; network += 1) expect(await from(`2001:db8:${network + 3}::1`)).toBe(201);
  expect(await db.$count(contactSubmissions)).toBe(18);
  expect(await db.$count(sql`jobs.job`, sql`name = 'mail' and data ->> 'to' = ${operator}`)).toBe(12);
});
