import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { expireLeases } from "../../test/processes/expire-leases.ts";
import { repeats } from "../../test/processes/soak.ts";
import { signInUser } from "../../test/users.ts";
import type { ChannelMessage } from "./channels/kinds/kind.ts";
import { channels } from "./channels/table.ts";
import { notificationRules, ruleChannels } from "./table.ts";

const gamesCount = repeats(30, 2_000);
/** Each with a rule for every game, a channel that is down for an hour, and one for mail. */
const usersCount = repeats(2, 5);
const kills = repeats(1, 60);
/** How much faster than real time the processes' clock runs. */
const speed = 1_200;

const database = await createTestDatabase();
const { db, pool } = database;
const folder = await createTestFolder();

/** What each channel has received, by message id; the last duplicate counts, as receivers should handle it. */
const received = new Map<string, Map<string, ChannelMessage>>();
const downUntil = new Map<string, number>();
let repeated = 0;
const server = createServer(async (request, response) => {
  const channel = request.url!.slice(1);
  let body = "";
  for await (const part of request) body += part;
  if (Date.now() < downUntil.get(channel)!) return void response.writeHead(503).end();
  const message: ChannelMessage = JSON.parse(body);
  const duplicate = received.get(channel)!.get(message.id);
  if (duplicate) {
    repeated += 1;
    expect(message).toEqual(duplicate);
  }
  received.get(channel)!.set(message.id, message);
  response.end();
}).listen(0, "127.0.0.1");
await once(server, "listening");
const receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const letters = async () => {
  const files = await readdir(folder.path("outbox")).catch(() => []);
  const ended = files.filter((name) => name.endsWith(".eml"));
  const texts = await Promise.all(ended.map((name) => readFile(folder.path(`outbox/${name}`), "utf8")));
  // without the HTML part, and without line breaks
  return texts.map((letter) => letter.split("text/html")[0]!.replaceAll("=\r\n", "").replaceAll(/\s+/g, " "));
};

async function unfinished(): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select (
      (select count(*) from jobs.job where name = 'mail' and state <> 'completed')
      + (select count(*) from notification_deliveries where state = 'waiting')
      + (select count(*) from notification_messages where state = 'waiting')
    )::int as count`);
  return rows[0]!.count;
}

const begun = Date.now();
function startWorker(gameIds: readonly number[]): ChildProcess {
  const script = fileURLToPath(new URL("../../test/processes/notification-worker.ts", import.meta.url));
  const args = [script, database.url, folder.path("."), receiver, String(begun), String(speed), ...gameIds.map(String)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

test(`${gamesCount} drops, ${kills} kills, channels down for an hour: each drop arrives exactly once`, async () => {
  onTestFinished(() => void server.close());
  const titles = Array.from({ length: gamesCount }, (_, index) => `Game ${String(index).padStart(4, "0")}`);
  const gameIds = await addCatalogue(
    db,
    titles.map((title) => ({ title, offers: { steam: { priceMinor: 2_000 } } })),
    new Date(begun - 1),
  );
  const mailIds: number[] = [];
  for (let user = 0; user < usersCount; user += 1) {
    const { id: userId } = await signInUser(db, `User_${user}`);
    const row = { userId, name: "", config: "", verifiedAt: new Date() };
    const [ntfy, mail] = await db
      .insert(channels)
      .values([
        { ...row, kind: "ntfy" },
        { ...row, kind: "mail", schedule: "instant" },
      ])
      .returning();
    mailIds.push(mail!.id);
    received.set(String(ntfy!.id), new Map());
    // an hour on the processes' clock, one channel after another
    downUntil.set(String(ntfy!.id), begun + ((user + 1) * 3_600_000) / speed + 2_000);
    const rules = await db
      .insert(notificationRules)
      .values(
        gameIds.map((gameId) => ({
          userId,
          gameId,
          kind: "drop" as const,
          subject: "game" as const,
          country: "US",
          scope: "all" as const,
        })),
      )
      .returning({ ruleId: notificationRules.id });
    const assignments = rules.flatMap(({ ruleId }) => [ntfy!.id, mail!.id].map((channelId) => ({ ruleId, channelId })));
    for (let first = 0; first < assignments.length; first += 5_000) {
      await db.insert(ruleChannels).values(assignments.slice(first, first + 5_000));
    }
  }

  const half = gameIds.length / 2;
  for (let round = 0; round < kills; round += 1) {
    const workers = [startWorker(gameIds.slice(0, half)), startWorker(gameIds.slice(half))];
    await delay(randomInt(600, repeats(2_000, 8_000)));
    await Promise.all(workers.map(kill));
    await expireLeases(pool);
  }
  startWorker(gameIds.slice(0, half));
  startWorker(gameIds.slice(half));
  const drops = async () =>
    (await db.execute<{ count: number }>(sql`select count(*)::int as count from notification_events`)).rows[0]!.count;
  await expect.poll(drops, { timeout: 600_000, interval: 500 }).toBe(gamesCount * usersCount);
  await expect.poll(unfinished, { timeout: 600_000, interval: 500 }).toBe(0);

  for (const messages of received.values()) {
    const reported = [...messages.values()].flatMap(({ items }) => items.map(({ title }) => title));
    expect(reported.sort()).toEqual(titles);
  }
  const mails = await letters();
  for (const id of mailIds) {
    const own = mails.filter((letter) => letter.includes(`channel-${id}@example.com`)).join("\n");
    const reported = [...own.matchAll(/(Game \d{4}) is down to \$10\.00 at Steam\./g)].map(([, title]) => title);
    expect(reported.sort()).toEqual(titles);
  }
  console.log(`${gamesCount * usersCount} events, ${kills * 2} killed processes, ${repeated} duplicates by their ids`);
}, 3_600_000);
