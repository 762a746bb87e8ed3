import { chmod, mkdir, writeFile } from "node:fs/promises";
import type { Finding } from "contract/dashboard/doctor.ts";
import { expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { signInAdmin } from "../../test/users.ts";
import { pricePolls, priceSources } from "../prices/table.ts";

const database = await createTestDatabase();
const { db } = database;
const folder = await createTestFolder();
await mkdir(folder.path("data"), { mode: 0o755 });
await writeFile(folder.path("data/secret-key"), "x".repeat(43), { mode: 0o644 });
await chmod(folder.path("data/secret-key"), 0o644);
// a folder cannot be created below a file
await folder.write("file", "");
const app = await startTestApp(database, {
  env: {
    DATA_DIR: folder.path("data"),
    SECRET_KEY: "",
    BACKUP_DIR: folder.path("file/backups"),
    SMTP_URL: "smtp://user:hunter2@127.0.0.1:9",
    PUBLIC_URL: "http://games.example",
  },
});
const operator = await signInAdmin(db, "operator", ["config.read"]);

async function examine(headers: Record<string, string> = {}): Promise<Finding[]> {
  const url = "/api/admin/dashboard/doctor";
  const response = await app.inject({ url, headers: { ...operator.headers, ...headers } });
  expect(response.statusCode).toBe(200);
  expect(response.body).not.toContain("hunter2");
  return response.json().findings;
}

test("faults of a running site are found, and what is fine is said", async () => {
  const now = new Date();
  await db.insert(priceSources).values({ key: "gog", store: "gog", country: "US", registeredAt: now, failures: 3 });
  await db
    .insert(pricePolls)
    .values({ source: "gog", store: "gog", state: "failed", startedAt: now, finishedAt: now, problem: "HTTP 503" });
  const findings = await examine({ "x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "https" });
  const wrong = findings.filter(({ state }) => state !== "ok");
  for (const [what, text] of [
    ["folders", /file\/backups cannot be written: ENOTDIR/],
    ["secret_key", /Other accounts can read/],
    ["address", /not encrypted/],
    ["proxy", /TRUST_PROXY is not set/],
    ["proxy", /come by https/],
    ["mail", /^127\.0\.0\.1:9 refuses connections/],
    ["backups", /no backup in/],
    ["sources", /HTTP 503/],
    ["administrators", /1 of 1 administrators/],
  ] as const) {
    expect(wrong.filter((finding) => finding.what === what).map(({ found }) => found)).toContainEqual(
      expect.stringMatching(text),
    );
  }
  const fine = findings.filter(({ state }) => state === "ok").map(({ what }) => what);
  expect(fine).toEqual(expect.arrayContaining(["database", "migrations", "clock"]));
});

test("it needs the permission to read the configuration", async () => {
  const other = await signInAdmin(db, "other", ["content.read"]);
  expect((await app.inject({ url: "/api/admin/dashboard/doctor", headers: other.headers })).statusCode).toBe(403);
});
