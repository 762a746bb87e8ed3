import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { sql } from "../../../platform/db/drizzle.ts";
import { enqueue } from "../../../platform/jobs/enqueue.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { repeats } from "../../../test/processes/soak.ts";
import type { OfferObservation } from "../offers/commands.ts";

const database = await createTestDatabase();
const { db } = database;

const pages = 8;
const perPage = 10;
const polling = { timeout: 60_000, interval: 50 };

/** A store that records the readers of each page, and can block readers at a page. */
async function openStore(gameIds: readonly number[]) {
  const readers = new Map<number, number[]>();
  let price = 100;
  let blockedPage: number | null = null;
  let waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://store");
    const page = Number(url.pathname.slice(1));
    readers.set(page, [...(readers.get(page) ?? []), Number(url.searchParams.get("reader"))]);
    const result = () => {
      const ids = gameIds.slice(page * perPage, (page + 1) * perPage);
      response.end(
        JSON.stringify(
          ids.map((gameId): OfferObservation => ({ gameId, store: "gog", priceMinor: price + gameId * 10 })),
        ),
      );
    };
    if (page === blockedPage) waiting.push(result);
    else result();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    readers,
    /** Changes the price and blocks readers at that page. */
    blockAt(page: number, priceMinor: number) {
      readers.clear();
      blockedPage = page;
      price = priceMinor;
    },
    unblock() {
      blockedPage = null;
      for (const result of waiting) result();
      waiting = [];
    },
  };
}

async function startReader(store: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL("../../../test/processes/poll-worker.ts", import.meta.url));
  const child = spawn(process.execPath, [script, database.url, store], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout!, "data");
  return child;
}

/** Like the schedule every minute. */
const passMinute = () => enqueue(db, "price-polls", [{}]);

/** Repeats, since a run that coincides with the end of a poll or a check for due polls starts none. */
const passMinutesUntil = <T>(read: () => T | Promise<T>) =>
  expect.poll(async () => {
    await passMinute();
    return read();
  }, polling);

async function polls() {
  const { rows } = await db.execute<{ state: string; seen: number; changed: number }>(
    sql`select state, seen, changed from price_polls order by id`,
  );
  return rows;
}

test("of two processes one polls; when it is killed, the other continues, and nothing is done twice", async () => {
  const titles = Array.from({ length: pages * perPage }, (_, index) => ({ title: `Game ${index}` }));
  const gameIds = await addCatalogue(db, titles);
  const store = await openStore(gameIds);
  let readers = [await startReader(store.url), await startReader(store.url)];
  const rounds = repeats(1, 25);
  const finished = { state: "done", seen: titles.length, changed: titles.length };
  // a new process polls in its first minute
  await passMinutesUntil(polls).toEqual([finished]);
  for (let round = 1; round <= rounds; round += 1) {
    const page = (round * 5) % pages;
    store.blockAt(page, 100 + round);
    await db.execute(sql`delete from price_polls`);
    await Promise.all([passMinute(), passMinute(), passMinute()]);
    await passMinutesUntil(() => store.readers.get(page)?.length).toBe(1);
    const pid = store.readers.get(page)?.[0];
    const killed = readers.find((reader) => reader.pid === pid)!;
    const gone = once(killed, "exit");
    killed.kill("SIGKILL");
    await gone;
    // the pages wait until all prices are known
    expect(await polls()).toEqual([{ state: "running", seen: page * perPage, changed: 0 }]);
    store.unblock();

    await passMinutesUntil(polls).toEqual([finished]);
    const [other] = readers.filter((reader) => reader !== killed);
    for (let each = 0; each <= pages; each += 1) {
      const before = each <= page ? [pid] : [];
      const after = each >= page ? [other!.pid] : [];
      expect([each, store.readers.get(each)]).toEqual([each, [...before, ...after]]);
    }
    if (round < rounds) readers = [other!, await startReader(store.url)];
  }
  const { rows } = await db.execute<{ records: number; offers: number }>(sql`
    select (select count(*)::int from price_history) as records, (select count(*)::int from offers) as offers
  `);
  expect(rows).toEqual([{ records: (rounds + 1) * titles.length, offers: titles.length }]);

  // a source is not read again before it is due
  await passMinute();
  const waiting = sql`select count(*)::int as count from jobs.job where name = 'price-polls' and state = 'created'`;
  await expect.poll(async () => (await db.execute<{ count: number }>(waiting)).rows[0]!.count, polling).toBe(0);
  expect(await polls()).toHaveLength(1);
}, 600_000);
