import { contactThanks, tooManyMessages } from "contract/contact/rules.ts";
import { beforeEach, expect, test } from "vitest";
import { contactMessages, contactSubmissions } from "../features/contact/table.ts";
import { users } from "../features/users/table.ts";
import { startTestApp } from "../test/app.ts";
import { built } from "../test/built-website.ts";
import { createTestDatabase } from "../test/database.ts";

const database = await createTestDatabase();
const { db } = database;
const env = { PUBLIC_URL: "https://shop.example" };
const app = await startTestApp(database, { env });
const strictApp = await startTestApp(database, { env: { ...env, RATE_LIMIT_SCALE: "1" } });
const strictestApp = await startTestApp(database, { env: { ...env, RATE_LIMIT_SCALE: "0.1" } });

const form = { name: "Ann", email: "ann@example.com", subject: "An order", message: "Where is\r\nit?", website: "" };

function post(url: string, fields: Record<string, string>, headers: Record<string, string> = {}, site = app) {
  return site.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(fields).toString(),
    // limits are counted for both sites together
    remoteAddress: site === app ? "192.0.2.1" : "192.0.2.2",
  });
}

beforeEach(async () => {
  await db.delete(contactSubmissions);
});

test.runIf(built)("a posted message is stored like one of the API, and the page confirms it", async () => {
  const page = await post("/contact", form, { "user-agent": "Browser 1", origin: "https://shop.example" });
  expect([page.statusCode, page.headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.body).toContain(contactThanks);
  expect(page.body).toContain("></textarea>");
  expect(await db.select().from(contactMessages)).toMatchObject([
    { name: "Ann", subject: "An order", message: "Where is\nit?", userAgent: "Browser 1" },
  ]);
});

test.runIf(built)("a rejected message is shown again with its errors and everything typed", async () => {
  const typed = { ...form, email: "ann@", subject: "<script>alert(1)</script>", message: "Kept </textarea>" };
  const page = await post("/contact", typed);
  expect(page.statusCode).toBe(400);
  expect(page.body).toContain("Please enter a valid email address");
  expect(page.body).toContain('value="ann@"');
  expect(page.body).toContain('value="&lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(page.body).toContain("Kept &lt;/textarea&gt;</textarea>");
  expect(page.body).not.toContain("<script>alert(1)");
  expect(await db.$count(contactSubmissions)).toBe(0);
  // it must not leak into the cached page
  expect((await app.inject("/contact")).body).not.toContain("Kept");
});

test.runIf(built)(
  "a bot that fills in the hidden field gets the same response, and its message is stored as spam",
  async () => {
    const page = await post("/contact", { ...form, website: "https://example.com" });
    expect(page.body).toContain(contactThanks);
    expect(await db.select({ status: contactSubmissions.status }).from(contactSubmissions)).toEqual([
      { status: "spam" },
    ]);
  },
);

test.runIf(built)("posted messages count towards the API's limit", async () => {
  const call = { method: "POST", url: "/api/contact/submit", payload: form, remoteAddress: "192.0.2.2" } as const;
  for (let sent = 0; sent < 5; sent++) {
    const response = sent % 2 ? await post("/contact", form, {}, strictApp) : await strictApp.inject(call);
    expect(response.statusCode).toBe(sent % 2 ? 200 : 201);
  }
  const page = await post("/contact", form, {}, strictApp);
  expect(page.statusCode).toBe(429);
  expect(page.body).toContain(tooManyMessages);
  expect(page.body).toContain('value="An order"');
});

const foreign: Record<string, string>[] = [
  { "sec-fetch-site": "cross-site", origin: "https://shop.example" },
  { "sec-fetch-site": "same-site" },
  { origin: "https://evil.example" },
  { origin: "null" },
];

test.runIf(built).each(foreign)("rejects a form that was sent by another site: %j", async (headers) => {
  const page = await post("/contact", form, headers);
  expect(page.statusCode).toBe(403);
  expect(page.body).toContain('value="An order"');
  expect(await db.$count(contactSubmissions)).toBe(0);
});

const own: Record<string, string>[] = [
  { "sec-fetch-site": "same-origin", origin: "null" },
  { origin: "https://shop.example" },
  { origin: "http://localhost:8080", host: "localhost:8080" },
];

test.runIf(built).each(own)("accepts a form of the site itself: %j", async (headers) => {
  expect((await post("/contact", form, headers)).statusCode).toBe(200);
});

test.runIf(built).each(["/login", "/register", "/reset-password?token=abc"])(
  "%s sent before the page was ready is shown again without its secrets, and does nothing",
  async (url) => {
    const before = await db.$count(users);
    const fields = {
      username: "annie",
      email: "ann@example.com",
      password: "the secret",
      confirmPassword: "the secret",
      birthday: "2000-02-03",
      agree: "on",
    };
    const page = await post(url, fields);
    expect([page.statusCode, page.headers["cache-control"]]).toEqual([400, "no-store"]);
    expect(page.headers["referrer-policy"]).toBe("no-referrer");
    expect(page.body).toContain("Nothing was sent");
    expect(page.body).not.toContain("the secret");
    if (!url.startsWith("/reset")) expect(page.body).toContain('value="ann@example.com"');
    if (url === "/register") expect(page.body).toMatch(/value="annie".*value="2000-02-03"/s);
    expect(await db.$count(users)).toBe(before);
  },
);

test.runIf(built)("a password reset can be requested without scripts", async () => {
  const page = await post("/forgot-password", { email: "nobody@example.com" });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain("Check your mail");
  expect((await post("/forgot-password", { email: "nobody" })).statusCode).toBe(400);
});

test("other content types are rejected with a page", async () => {
  for (const [type, payload] of [
    ["application/json", "{}"],
    ["text/plain", "a=b"],
    ["multipart/form-data; boundary=x", "--x--"],
  ]) {
    const page = await app.inject({ method: "POST", url: "/contact", headers: { "content-type": type }, payload });
    expect(page.statusCode).toBe(415);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  }
});

test.runIf(built)("too many forms from one address are rejected with a page", async () => {
  let page = await post("/login", {}, {}, strictestApp);
  for (let sent = 1; sent < 30 && page.statusCode !== 429; sent++) page = await post("/login", {}, {}, strictestApp);
  expect(page.statusCode).toBe(429);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(Number(page.headers["retry-after"])).toBeGreaterThan(0);
});
