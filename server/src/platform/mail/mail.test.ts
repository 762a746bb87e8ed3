import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PgBoss } from "pg-boss";
import { pino } from "pino";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { untilFound } from "../../test/eventually.ts";
import { englishReaders } from "../../test/readers.ts";
import { secretKey } from "../../test/secret-key.ts";
import { sql } from "../db/drizzle.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { jobSchema } from "../jobs/queues.ts";
import { POLL_SECONDS, startWorkers, type Workers } from "../jobs/work.ts";
import { openSecretKey } from "../process/secret-key.ts";
import { mailJobs } from "./jobs.ts";
import { type Mail, queueMail, queueMails } from "./queue.ts";

const { db, pool } = await createTestDatabase();

const mail: Mail = {
  to: "ann@example.org",
  addressee: "verified",
  subject: "Hello from {brand}",
  paragraphs: ["A <b>price</b> fell", "Second"],
  action: { label: "See it", path: `/games/1?a=1&b=${"2".repeat(70)}` },
  reason: "You asked for this at {brand}.",
  stop: {
    links: [
      { label: "No more of these", path: "/alerts/stop?token=abc" },
      { label: "No more at all", path: "/alerts/stop?token=all" },
    ],
    oneClickPath: "/api/alerts/stop/abc",
  },
};

/** Workers are woken for it: by themselves they would look later. In ms. */
const beforeNextPoll = 800 * POLL_SECONDS;

const isVerified = async (address: string) => !address.startsWith("unverified");

let dataDir = "";
let workers: Workers | undefined;
let logged = "";
const log = pino(
  { level: "debug" },
  {
    write(line: string) {
      logged += line;
    },
  },
);

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "mail-test-"));
  logged = "";
});

afterEach(async () => {
  await workers?.stop();
  workers = undefined;
  await db.execute(sql`delete from jobs.job`);
  await rm(dataDir, { recursive: true });
});

const readerOf = (mail: Parameters<typeof englishReaders.ofMail>[1]) => englishReaders.ofMail(db, mail);

async function work(smtpUrl?: string) {
  const env = { dataDir, publicUrl: "https://games.example" };
  const findServer = async () => ({ url: smtpUrl, from: undefined });
  workers = await startWorkers(
    { pool, log },
    mailJobs({ env, findServer, secretKey, isVerified, readerOf, siteName: () => "Shop & Co", log }),
  );
}

async function outbox(): Promise<string[]> {
  return readdir(join(dataDir, "outbox")).catch(() => []);
}

/** Makes retries due now, as time would. */
async function expireLeases() {
  await db.execute(sql`update jobs.job set start_after = now() where state = 'retry'`);
  workers?.wake();
}

async function states(): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ state: string; count: number }>(
    sql`select state, count(*)::int as count from jobs.job group by state`,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

test("without a mail server a mail becomes a file that holds all of it, readable by the site alone", async () => {
  await work();
  await queueMail(db, mail, secretKey);
  workers?.wake();
  const name = await untilFound(async () => (await outbox()).find((file) => file.endsWith(".eml")), beforeNextPoll);
  const file = join(dataDir, "outbox", name);
  const eml = await readFile(file, "utf8");
  expect(eml).toMatch(/^From: "?Shop & Co"? <no-reply@games.example>\r$/m);
  expect(eml).toContain("To: ann@example.org");
  expect(eml).toContain("Subject: Hello from Shop & Co");
  expect(eml).toContain(`https://games.example/games/1?a=1&b=${"2".repeat(70)}\r\n`);
  expect(eml).toContain("&lt;b&gt;price&lt;/b&gt;");
  expect(eml).toContain("List-Unsubscribe: <https://games.example/api/alerts/stop/abc>");
  expect(eml).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  expect(eml).not.toMatch(/<img|src=|url\(/i);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await untilFound(async () => (await states()).completed === 1, beforeNextPoll);
});

test("text beyond ASCII arrives in letters that every mail server lets through", async () => {
  await work();
  await queueMail(db, { ...mail, paragraphs: ["Pokémon fell to 5 €"] }, secretKey);
  workers?.wake();
  const name = await untilFound(async () => (await outbox()).find((file) => file.endsWith(".eml")), beforeNextPoll);
  const eml = await readFile(join(dataDir, "outbox", name), "latin1");
  expect(eml).toContain("Pok=C3=A9mon fell to 5 =E2=82=AC");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  expect(eml).toMatch(/^[\x00-\x7f]*$/);
});

test("the log names the domain of the recipient, not the address, and nothing of the text", async () => {
  await work();
  await queueMail(db, mail, secretKey);
  workers?.wake();
  await untilFound(() => logged.includes("mail sent"), beforeNextPoll);
  expect(logged).toContain('"domain":"example.org"');
  expect(logged).not.toMatch(/ann@|token=|price/);
});

test("an existing file is not written again after a crash before its acknowledgement", async () => {
  await work();
  await queueMail(db, mail, secretKey);
  workers?.wake();
  await untilFound(async () => (await states()).completed === 1, beforeNextPoll);
  await db.execute(sql`update jobs.job set state = 'created', completed_on = null`);
  workers?.wake();
  await untilFound(async () => (await states()).completed === 1, beforeNextPoll);
  expect(await outbox()).toHaveLength(1);
});

test("nothing of a mail can be read in the queue but its addresses", async () => {
  await queueMail(db, { ...mail, replyTo: "bob@example.org" }, secretKey);
  const { rows } = await db.execute<{ data: object }>(sql`select data from jobs.job where name = 'mail'`);
  expect(rows).toEqual([
    {
      data: {
        to: "ann@example.org",
        replyTo: "bob@example.org",
        addressee: "verified",
        content: expect.stringMatching(/^[\w-]+$/),
      },
    },
  ]);
  for (const text of ["token=", "price", "Hello"]) {
    expect(Buffer.from(JSON.stringify(rows), "utf8").includes(text)).toBe(false);
  }
});

test("a mail that the release before queued in clear is delivered with its links", async () => {
  const { addressee, stop, ...rest } = mail;
  const former = { ...rest, stop: { ...stop!.links[0]!, oneClickPath: stop!.oneClickPath } };
  await work();
  await enqueue(db, "mail", [former]);
  workers?.wake();
  const name = await untilFound(async () => (await outbox()).find((file) => file.endsWith(".eml")), beforeNextPoll);
  const eml = await readFile(join(dataDir, "outbox", name), "utf8");
  expect(eml).toContain("https://games.example/alerts/stop?token=abc");
  expect(eml).toContain("List-Unsubscribe: <https://games.example/api/alerts/stop/abc>");
});

test("a mail that was queued under another secret key is dropped with a line in the log", async () => {
  await work();
  const lost = await openSecretKey({ secretKey: "another secret, another secret, another", dataDir: "" });
  await queueMail(db, mail, lost);
  await queueMail(db, mail, secretKey);
  workers?.wake();
  await untilFound(async () => (await states()).completed === 2, beforeNextPoll);
  expect(await outbox()).toHaveLength(1);
  expect(logged.match(/mail dropped/g)).toHaveLength(1);
});

test("only mail about the account itself reaches an address that is not verified", async () => {
  await work();
  for (const addressee of ["verified", "account", "operator"] as const) {
    await queueMail(db, { ...mail, subject: addressee, addressee, to: "unverified@example.org" }, secretKey);
  }
  workers?.wake();
  await untilFound(async () => (await states()).completed === 3, beforeNextPoll);
  const letters = await Promise.all((await outbox()).map((name) => readFile(join(dataDir, "outbox", name), "utf8")));
  expect(letters.map((eml) => /^Subject: (\w+)\r$/m.exec(eml)?.[1]).sort()).toEqual(["account", "operator"]);
});

test("a mail of a transaction that is undone never leaves", async () => {
  await expect(
    db.transaction(async (tx) => {
      await queueMail(tx, mail, secretKey);
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  expect(await states()).toEqual({});
});

test("a job that is put in a queue is like one that pg-boss puts there itself", async () => {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobSchema,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.send("mail", mail);
  await boss.stop({ graceful: false });
  await enqueue(db, "mail", [mail]);
  const { rows } = await db.execute(
    sql`select to_jsonb(job) - array['id', 'created_on', 'start_after', 'keep_until']
        || jsonb_build_object('kept', keep_until - start_after) as job from jobs.job`,
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual(rows[1]);
});

interface Received {
  to: string;
  id: string;
}

async function startMailServer(received: Received[], port = 0, options: SMTPServerOptions = {}): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      let text = "";
      stream.on("data", (chunk) => {
        text += chunk;
      });
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        received.push({ to, id: text.match(/^Message-ID: (.*)$/im)?.[1]?.trim() ?? "" });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}

const portOf = (server: SMTPServer) => (server.server.address() as AddressInfo).port;
const stop = (server: SMTPServer) => new Promise<void>((resolve) => server.close(resolve));

test("a mail server that is away delays and loses nothing, and every mail arrives once", async () => {
  const received: Received[] = [];
  const first = await startMailServer(received);
  const port = portOf(first);
  await stop(first);
  await work(`smtp://127.0.0.1:${port}`);
  await queueMails(
    db,
    Array.from({ length: 30 }, (_, index) => ({ ...mail, to: `user${index}@example.org` })),
    secretKey,
  );
  workers?.wake();
  await untilFound(async () => (await states()).retry === 30);
  expect(received).toEqual([]);

  const server = await startMailServer(received, port);
  await expireLeases();
  await untilFound(async () => (await states()).completed === 30);
  await stop(server);
  expect(new Set(received.map(({ to }) => to)).size).toBe(30);
  expect(received).toHaveLength(30);
  expect(new Set(received.map(({ id }) => id)).size).toBe(30);
});

test("pauses between tries grow", async () => {
  await work("smtp://127.0.0.1:1");
  await queueMail(db, mail, secretKey);
  const pauses: number[] = [];
  for (let tries = 1; tries <= 5; tries += 1) {
    await expireLeases();
    await untilFound(async () => {
      const { rows } = await db.execute(
        sql`select 1 from jobs.job where state = 'retry' and retry_count = ${tries - 1}`,
      );
      return rows.length === 1;
    }, beforeNextPoll);
    const { rows } = await db.execute<{ pause: number }>(
      sql`select extract(epoch from start_after - now())::float as pause from jobs.job`,
    );
    pauses.push(rows[0]?.pause ?? 0);
  }
  expect(pauses.at(-1)).toBeGreaterThan(3 * (pauses[0] ?? 0));
});

test("a recipient that the mail server refuses for good is not tried again", async () => {
  const server = await startMailServer([], 0, {
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error("no such mailbox"), { responseCode: 550 })),
  });
  await work(`smtp://127.0.0.1:${portOf(server)}`);
  await queueMail(db, mail, secretKey);
  workers?.wake();
  await untilFound(async () => (await states()).completed === 1, beforeNextPoll);
  expect(logged).toContain("mail rejected by the mail server");
  await stop(server);
});

test("two processes that work on one queue send each mail once", async () => {
  const received: Received[] = [];
  const server = await startMailServer(received);
  const url = `smtp://127.0.0.1:${portOf(server)}`;
  await work(url);
  const one = workers;
  await work(url);
  await queueMails(
    db,
    Array.from({ length: 40 }, () => mail),
    secretKey,
  );
  one?.wake();
  workers?.wake();
  await untilFound(async () => (await states()).completed === 40);
  await one?.stop();
  await stop(server);
  expect(new Set(received.map(({ id }) => id)).size).toBe(40);
  expect(received).toHaveLength(40);
});
