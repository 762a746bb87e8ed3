import { examined, type Finding } from "contract/dashboard/doctor.ts";
import { expect, test } from "vitest";
import { parseEnv } from "../../platform/process/env.ts";
import { diagnose, type Facts } from "./policy-doctor.ts";

const now = Date.UTC(2026, 10, 27);
const hour = 3_600_000;
const gigabyte = 1024 ** 3;

const variables = {
  PUBLIC_URL: "https://games.example",
  TRUST_PROXY: "1",
  SMTP_URL: "smtp://mail.example",
  MAIL_FROM: "prices@games.example",
  BACKUP_DIR: "/backups",
  PRICE_SYNC: "on",
  DATA_DIR: "/srv/data",
};

/** A site without problems. */
const fine: Facts = {
  env: parseEnv(variables),
  now,
  builtAt: now - 24 * hour,
  node: { running: "26.10.0", wanted: "26.10.0" },
  machine: { memoryBytes: 4 * gigabyte, processors: 4 },
  disk: { freeBytes: 30 * gigabyte, totalBytes: 100 * gigabyte },
  unwritable: [],
  secretKey: { exists: true, isOpenToOthers: false },
  process: { isRoot: false, isDataOpenToOthers: false },
  database: { version: "18.4", versionNumber: 180_004, now, isSuperuser: false },
  migrations: { pending: 0, unknown: 0 },
  mailProblem: null,
  jobs: [{ queue: "mail", waiting: 3, failed: 0, oldestSeconds: 20 }],
  backup: { createdAt: now - 20 * hour },
  failing: [],
  lastSuccess: now - 3 * hour,
  administrators: { count: 2, withoutFactor: 0 },
  request: { forwardedFor: "192.0.2.1", forwardedProto: "https", host: "games.example" },
};

const withEnv = (changed: Record<string, string>) => ({ env: parseEnv({ ...variables, ...changed }) });
const found = (facts: Partial<Facts>) => diagnose({ ...fine, ...facts }).filter(({ state }) => state !== "ok");

test("a site without problems has one finding for each subject, all fine", () => {
  const findings = diagnose(fine);
  expect(findings.map(({ what }) => what)).toEqual([...examined]);
  expect(findings.filter(({ state, advice }) => state !== "ok" || advice !== null)).toEqual([]);
});

test.each<[string, Partial<Facts>, Finding["what"], Finding["state"], RegExp]>([
  ["a database that is away", { database: { problem: "ECONNREFUSED" } }, "database", "problem", /postgres\.log/],
  [
    "an old PostgreSQL",
    { database: { version: "14.2", versionNumber: 140_002, now, isSuperuser: false } },
    "database",
    "problem",
    /15 or newer/,
  ],
  ["old data", { migrations: { pending: 2, unknown: 0 } }, "migrations", "warning", /makes a backup/],
  ["newer data", { migrations: { pending: 0, unknown: 1 } }, "migrations", "problem", /rollback/],
  ["a clock that is behind", { now: now - 48 * hour }, "clock", "problem", /NTP/],
  [
    "a clock that differs from the database's",
    { database: { version: "18.4", versionNumber: 180_004, now: now + 90_000, isSuperuser: false } },
    "clock",
    "problem",
    /NTP/,
  ],
  ["a full disk", { disk: { freeBytes: 0.2 * gigabyte, totalBytes: 20 * gigabyte } }, "disk", "problem", /Make room/],
  [
    "a disk that fills up",
    { disk: { freeBytes: 1.5 * gigabyte, totalBytes: 20 * gigabyte } },
    "disk",
    "warning",
    /room/,
  ],
  ["little memory", { machine: { memoryBytes: 0.25 * gigabyte, processors: 1 } }, "memory", "problem", /1 GB/],
  ["another Node", { node: { running: "24.1.0", wanted: "26.10.0" } }, "node", "warning", /npm start/],
  ["a read-only folder", { unwritable: [{ folder: "/srv/data", reason: "EROFS" }] }, "folders", "problem", /owner/],
  ["a demo", withEnv({ DEMO: "on" }), "demo", "warning", /Unset DEMO/],
  ["no secret key", { secretKey: { exists: false, isOpenToOthers: false } }, "secret_key", "problem", /Restore/],
  ["a readable key", { secretKey: { exists: true, isOpenToOthers: true } }, "secret_key", "warning", /chmod 600/],
  ["root", { process: { isRoot: true, isDataOpenToOthers: false } }, "permissions", "warning", /account of its own/],
  ["open data", { process: { isRoot: false, isDataOpenToOthers: true } }, "permissions", "warning", /chmod 750/],
  [
    "a superuser",
    {
      ...withEnv({ DATABASE_URL: "postgresql://postgres@db/site" }),
      database: { version: "18.4", versionNumber: 180_004, now, isSuperuser: true },
    },
    "permissions",
    "warning",
    /ordinary role/,
  ],
  [
    "a local address",
    { ...withEnv({ PUBLIC_URL: "http://localhost:3000" }), request: null },
    "address",
    "warning",
    /PUBLIC_URL/,
  ],
  [
    "no encryption",
    { ...withEnv({ PUBLIC_URL: "http://games.example" }), request: null },
    "address",
    "warning",
    /certificate/,
  ],
  ["an unexpected proxy", withEnv({ TRUST_PROXY: "0" }), "proxy", "problem", /TRUST_PROXY to the number/],
  [
    "a proxy that says nothing",
    { request: { forwardedFor: null, forwardedProto: "https", host: "games.example" } },
    "proxy",
    "warning",
    /X-Forwarded-For/,
  ],
  [
    "another protocol",
    { request: { forwardedFor: "192.0.2.1", forwardedProto: "http", host: "games.example" } },
    "proxy",
    "problem",
    /PUBLIC_URL/,
  ],
  [
    "another name",
    { request: { forwardedFor: "192.0.2.1", forwardedProto: "https", host: "127.0.0.1:3000" } },
    "proxy",
    "warning",
    /Redirect/,
  ],
  ["no mail server", withEnv({ SMTP_URL: "" }), "mail", "warning", /SMTP_URL/],
  [
    "a mail server that is away",
    { mailProblem: { server: "mail.example:587", setting: "SMTP_URL", code: "ECONNREFUSED", detail: "" } },
    "mail",
    "problem",
    /port in SMTP_URL/,
  ],
  ["no sender", withEnv({ MAIL_FROM: "" }), "mail", "warning", /MAIL_FROM|address/],
  [
    "no worker",
    { jobs: [{ queue: "mail", waiting: 9, failed: 0, oldestSeconds: 7_200 }] },
    "jobs",
    "problem",
    /ROLE=worker/,
  ],
  ["failed jobs", { jobs: [{ queue: "mail", waiting: 0, failed: 2, oldestSeconds: 0 }] }, "jobs", "warning", /log/],
  ["no backups", withEnv({ BACKUP_DIR: "" }), "backups", "warning", /BACKUP_DIR/],
  ["no backup yet", { backup: null }, "backups", "problem", /log/],
  ["an old backup", { backup: { createdAt: now - 80 * hour } }, "backups", "problem", /log/],
  ["a failing source", { failing: [{ name: "GOG", problem: "503" }] }, "sources", "problem", /Sources/],
  ["no sources", { ...withEnv({ PRICE_SYNC: "off" }), lastSuccess: null }, "sources", "warning", /PRICE_SYNC/],
  ["old prices", { lastSuccess: now - 80 * hour }, "sources", "warning", /Sources/],
  [
    "no administrator",
    { administrators: { count: 0, withoutFactor: 0 } },
    "administrators",
    "problem",
    /admin recover/,
  ],
  ["no second factor", { administrators: { count: 2, withoutFactor: 1 } }, "administrators", "warning", /add one/],
])("%s is named, with what to do", (_, facts, what, state, advice) => {
  expect(found(facts)).toEqual([expect.objectContaining({ what, state, advice: expect.stringMatching(advice) })]);
});
