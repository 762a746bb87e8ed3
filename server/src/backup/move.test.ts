import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import pg from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { prepareIdentify } from "../accounts/commands-session.ts";
import { recordChange } from "../audit/commands.ts";
import { verifyChain } from "../audit/queries-verify.ts";
import { connect } from "../db/connect.ts";
import { requireSettled } from "../db/hold.ts";
import { generateCatalogue } from "../games/generate.ts";
import { queueMail } from "../mail/queue.ts";
import { startTestApp } from "../test/app.ts";
import { createTestDatabase, type TestDatabase } from "../test/database.ts";
import { withDatabase } from "../test/database-url.ts";
import { digestOf } from "../test/digest.ts";
import { eventually } from "../test/eventually.ts";
import { repeats } from "../test/soak.ts";
import { signInUser } from "../test/users.ts";
import { type MoveOptions, moveDatabase } from "./move.ts";
import { moverName } from "./move-hold.ts";

const source = await createTestDatabase();
const now = new Date("2026-11-21T03:07:00Z");
const mover = fileURLToPath(new URL("../test/mover.ts", import.meta.url));

await generateCatalogue(source.db, { games: 200, history: 4_000, seed: 1, now, replace: true });
const ada = await signInUser(source.db, "Ada");
await source.db.execute(sql`
  insert into wishlist_items (user_id, game_id, display_order, notes)
  select ${ada.id}, id, id, E'a tab\t, a backslash \\\\, a line\nand 缺氧' from games order by id limit 50`);
for (let entry = 0; entry < 20; entry += 1) {
  await source.db.transaction((tx) =>
    recordChange(tx, { userId: ada.id }, { action: "UPDATE", resourceType: "site_config", description: `${entry}` }),
  );
}
await queueMail(source.db, { to: "ada@example.com", subject: "Waits", paragraphs: ["…"], reason: "You asked for it." });
await source.pool.query("update jobs.job set start_after = now() + interval '1 day'");
// in use for a while: its rows lie in another order than their keys
await source.pool.query("update games set title = title where id % 7 = 0");

const at = ({ url }: { url: string }) => ({ connectionString: url });
const move = (to: TestDatabase, options?: MoveOptions) => moveDatabase(at(source), at(to), options);
const bare = () => createTestDatabase({ bare: true });

async function moveAndRelease(to: TestDatabase) {
  const moved = await move(to);
  await moved.hold.release();
  return moved;
}

/** Two servers of one version word their schemas alike. */
async function expectEqual(target: TestDatabase): Promise<void> {
  expect(await digestOf(target.pool)).toEqual(await digestOf(source.pool));
  const { rowCount } = await target.pool.query("select from pg_namespace where nspname = 'move'");
  expect(rowCount).toBe(0);
}

/** Cuts the connections of the move to a database, as the death of its process would, or that of the server. */
function cutMover({ pool }: TestDatabase): void {
  void pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = $1 and datname = current_database()`,
    [moverName.application_name],
  );
}

test("a site in use is moved: it goes on answering, saves nothing meanwhile, and nothing is lost", {
  timeout: 120_000,
}, async () => {
  // on connections of its own, which it makes read-only
  const ofSite = connect(at(source), () => {});
  const app = await startTestApp({ ...ofSite, url: source.url });
  const target = await bare();
  const { rows: picked } = await source.pool.query("select max(id) as id from games");
  const wish = {
    method: "POST",
    url: "/api/wishlist",
    payload: { gameId: picked[0].id },
    headers: ada.headers,
  } as const;
  // due again: whoever reads is noted as seen, where that can be written
  await source.pool.query("update sessions set last_seen_at = now() - interval '1 hour'");

  let done = false;
  onTestFinished(() => {
    done = true;
  });
  const answers = new Map<string, number>();
  const reading = (async () => {
    while (!done) {
      for (const url of ["/api/games", `/api/games/${picked[0].id}`, "/api/auth/me", "/api/wishlist"]) {
        const { statusCode } = await app.inject({ url, headers: ada.headers });
        answers.set(`${url} ${statusCode}`, (answers.get(`${url} ${statusCode}`) ?? 0) + 1);
      }
    }
  })();

  // a mail that is being sent is not sent again by the other side
  await source.pool.query("insert into jobs.job (name, state, started_on) values ('mail', 'active', now())");
  const resting = Promise.withResolvers<void>();
  const moving = move(target, { onStep: (step) => void (step === "resting" && resting.resolve()) });
  onTestFinished(() =>
    moving.then(
      ({ hold }) => hold.release(),
      () => {},
    ),
  );
  await resting.promise;
  // longer than sites are given in any case
  await delay(2_000);
  expect((await app.inject({ ...wish, method: "GET" })).statusCode).toBe(200);
  await source.pool.query("update jobs.job set state = 'completed', completed_on = now() where state = 'active'");
  const { hold, rows, rowsBefore, leftOut } = await moving;
  await expect(move(await bare())).rejects.toThrow("The database is being moved already");
  expect({ isAll: rows > 4_000, rowsBefore, leftOut }).toEqual({ isAll: true, rowsBefore: 0, leftOut: [] });

  const refused = await app.inject(wish);
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "30"]);
  expect(refused.json().error).toBe("The site is read-only for some minutes: nothing can be saved until then");
  const someone = new pg.Client({ ...at(source), lock_timeout: 100 });
  await someone.connect();
  for (const write of [
    "update games set title = 'x'",
    "delete from sessions",
    "insert into jobs.job (name) values ('mail')",
  ]) {
    await expect(someone.query(write)).rejects.toThrow("lock timeout");
  }
  await someone.end();
  await expect(requireSettled(source.pool)).rejects.toThrow("is being moved to another server");

  await expectEqual(target);
  expect(await target.db.transaction((tx) => verifyChain(tx))).toEqual({ entries: 20, problem: null });
  const identify = prepareIdentify(target.db, () => {});
  expect(await identify(ada.headers.authorization.replace("Bearer ", ""), new Date())).toMatchObject({
    userId: ada.id,
  });

  await hold.release();
  await eventually(async () => expect((await app.inject(wish)).statusCode).toBe(201));
  done = true;
  await reading;
  expect([...answers.keys()].filter((one) => !one.endsWith(" 200"))).toEqual([]);
  await app.close();
  await ofSite.close();
});

// What breaks off is the same on every version; one of the two is enough.
describe.skipIf(inject("binDir"))("a move that breaks off", { timeout: 120_000 }, () => {
  const brokenOff = /^The move broke off: .* the same command goes on where it was$/;
  const changeSource = "update games set title = title where id = (select min(id) from games)";

  test("leaves the source free, and goes on where it was, copying only what is not equal", async () => {
    const target = await bare();
    const breaks = [
      ["resting", source],
      ["comparing", target],
      ["copying", source],
      ["copying", target],
      ["finishing", source],
    ] as const;
    for (const [step, cut] of breaks) {
      await expect(move(target, { onStep: (taken) => void (taken === step && cutMover(cut)) })).rejects.toThrow(
        brokenOff,
      );
      await source.pool.query(changeSource);
      await expect(requireSettled(target.pool)).rejects.toThrow("The database is an unfinished copy");
    }
    const stopping = new AbortController();
    const onMoved = (rows: number) => rows > 100 && stopping.abort();
    await expect(move(target, { signal: stopping.signal, onMoved })).rejects.toThrow("aborted");
    let kept = 0;
    const finishing = move(target, {
      onStep: (step) => void (step === "finishing" && cutMover(target)),
      onMoved(rows) {
        kept ||= rows;
      },
    });
    await expect(finishing).rejects.toThrow(brokenOff);
    expect(kept).toBeGreaterThan(100);

    await target.pool.query("update offers set price_cents = 1 where game_id = (select min(game_id) from offers)");
    await target.pool.query("delete from wishlist_items where id = (select min(id) from wishlist_items)");
    await source.pool.query("update users set username = 'Lovelace', username_key = 'lovelace'");
    const { rows, rowsBefore } = await moveAndRelease(target);
    const { rows: counted } = await source.pool.query(`select
      (select count(*) from offers) + (select count(*) from wishlist_items) + (select count(*) from users) as changed`);
    expect(rows - rowsBefore).toBe(Number(counted[0].changed));
    await expectEqual(target);
  });

  test("by kill -9 does so too", async () => {
    const target = await bare();
    let broken = 0;
    for (let round = 0; round < repeats(1, 25); round += 1) {
      const child = spawn(process.execPath, [mover, source.url, target.url], { stdio: ["ignore", "pipe", "inherit"] });
      onTestFinished(() => void child.kill("SIGKILL"));
      await killAfter(child, process.env.SOAK ? Math.random() * 1_500 : 0);
      await source.pool.query(changeSource);
      if (await isUnfinished(target)) {
        broken += 1;
        continue;
      }
      await expectEqual(target);
      await target.pool.query("drop schema public, drizzle, jobs cascade; create schema public");
    }
    expect(broken).toBeGreaterThan(0);
    if (process.env.SOAK) console.info({ broken, of: repeats(1, 25) });
    await moveAndRelease(target);
    await expectEqual(target);
  });
});

const isUnfinished = ({ pool }: TestDatabase) =>
  requireSettled(pool).then(
    () => false,
    () => true,
  );

/** Kills the process so long after it has begun to copy. */
async function killAfter(child: ChildProcess, ms: number): Promise<void> {
  const exit = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout! })) if (line === "copying") break;
  await delay(ms);
  child.kill("SIGKILL");
  await exit;
}

describe("a move is refused", async () => {
  const target = await bare();

  test("into a database with tables, and into itself", async () => {
    await expect(move(await createTestDatabase())).rejects.toThrow("The target is not empty");
    await expect(move(source)).rejects.toThrow("The target is the database that is to be moved");
  });

  test("from a database without the site's tables, and from one of another version", async () => {
    await expect(moveDatabase(at(target), at(source))).rejects.toThrow("There is nothing to move");
    const older = await createTestDatabase();
    await older.pool.query(
      "delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)",
    );
    await expect(moveDatabase(at(older), at(target))).rejects.toThrow("belongs to another version of the site");
  });

  test("into what another database has left unfinished", async () => {
    const other = await createTestDatabase();
    const cut = moveDatabase(at(other), at(target), { onStep: (step) => void (step === "copying" && cutMover(other)) });
    await expect(cut).rejects.toThrow("The move broke off");
    await expect(move(target)).rejects.toThrow("The target is an unfinished copy of another database");
  });

  test("by a user who may make nothing there, and into a database of another encoding", async () => {
    const server = new pg.Client({ connectionString: inject("serverUrl") });
    await server.connect();
    const role = `reader_of_${new URL(target.url).pathname.slice(1)}`;
    const latin = `${role}_latin`;
    onTestFinished(async () => {
      await server.query(`drop database if exists ${latin}`);
      await server.query(`drop role ${role}`);
      await server.end();
    });
    await server.query(`create role ${role} login`);
    const asReader = new URL((await bare()).url);
    asReader.username = role;
    await expect(moveDatabase(at(source), { connectionString: asReader.href })).rejects.toThrow(
      "This user may not make tables in the target",
    );
    await server.query(`create database ${latin} encoding 'LATIN1' locale 'C' template template0`);
    const inLatin = { connectionString: withDatabase(inject("serverUrl"), latin) };
    await expect(moveDatabase(at(source), inLatin)).rejects.toThrow("The target holds text as LATIN1");
  });
});
