// Several processes behind nginx: whichever dies, and while the database is away,
// visitors notice nothing that could be spared them.
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { verifyChain } from "../server/src/audit/queries-verify.ts";
import { connect, type Database } from "../server/src/db/connect.ts";
import { listQueueStates } from "../server/src/jobs/queue-states.ts";
import { recordOffers } from "../server/src/prices/commands.ts";
import { passTime } from "../server/src/test/pass-time.ts";
import { signalDatabase } from "../server/src/test/signal-database.ts";
import { repeats } from "../server/src/test/soak.ts";
import { changedSetting, type Failure, type Load, type LoadMember, loadPassword, startLoad } from "./cluster/load.ts";
import type { Member } from "./cluster/members.ts";
import { findProgram } from "./cluster/programs.ts";
import { type Cluster, startCluster } from "./cluster/start.ts";
import { listMails, readMails } from "./outbox.ts";
import { adminPassword } from "./prepare.ts";
import { temporaryFolder } from "./site-process.ts";

const soaking = repeats(0, 1) === 1;
/** How often each process is killed, and how long the database stays away: the promise is 30 seconds. */
const rounds = repeats(1, 5);
const awayMs = repeats(1_500, 30_000);

const hasNginx = findProgram("nginx") !== null;
if (!hasNginx) console.warn("Skipped several processes behind a proxy: nginx is not installed");

/** What comes in the end, however slow the machine. */
const inTheEnd = { timeout: 60_000, interval: 50 };

describe.skipIf(!hasNginx)("behind nginx", () => {
  let folder: string;
  let cluster: Cluster;
  let database: Database;
  let load: Load;
  let games: { id: number; title: string }[];
  const said: string[] = [];
  /** When processes were killed, and prices dropped, in ms since 1970. */
  const kills: number[] = [];
  const drops: { gameId: number; title: string; told: LoadMember[] }[] = [];

  beforeAll(async () => {
    folder = await temporaryFolder();
    const dataDir = join(folder, "a cluster");
    const prepared = inject("prepared");
    // on the machine's PostgreSQL, or on a copy of what the embedded one has prepared, which saves its first start
    if ("dataDir" in prepared && !soaking) {
      await mkdir(dataDir);
      await cp(join(prepared.dataDir, "postgres"), join(dataDir, "postgres"), { recursive: true });
    }
    cluster = await startCluster({
      web: 2,
      port: 0,
      dataDir,
      say: (line) => void said.push(line),
      env: {
        LOG_LEVEL: "warn",
        RATE_LIMIT_SCALE: "1000000",
        ADMIN_PASSWORD: adminPassword,
        DATABASE_URL: "",
      },
    });
    database = connect({ connectionString: cluster.databaseUrl }, () => {});
    const { body } = await call("POST /api/auth/login", {
      email: "admin@localhost.localdomain",
      password: adminPassword,
    });
    const listed = await call("GET /api/games?limit=100");
    // their titles stand in the subjects of mails as they are
    games = listed.body.games.filter(
      ({ title, steam_price: price }: { title: string; steam_price: number }) =>
        /^[\w ]{3,20}$/.test(title) && price > 1,
    );
    load = startLoad({
      url: cluster.url,
      gameIds: listed.body.games.map(({ id }: { id: number }) => id),
      token: body.token,
      alertGame: games[0]!.id,
      readers: 3,
      writers: 2,
    });
  });

  afterAll(async () => {
    await load?.stop();
    await database?.close();
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function call(route: string, body?: object, token?: string) {
    const [method, path] = route.split(" ");
    const answer = await fetch(cluster.url + path, {
      method,
      headers: {
        ...(body && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text.startsWith("{") ? JSON.parse(text) : null };
  }

  /** The load goes on: so many reads and confirmed writes more. */
  async function goOn(reads: number, writes: number) {
    const [read, written] = [load.reads + reads, load.written + writes];
    await expect.poll(() => load.reads >= read && load.written >= written, inTheEnd).toBe(true);
  }

  /** Kills the process as a failing machine does; resolves when another has taken its place. */
  async function kill(member: Member) {
    const pid = member.pid()!;
    kills.push(Date.now());
    process.kill(pid, "SIGKILL");
    await expect.poll(() => member.pid() ?? pid, inTheEnd).not.toBe(pid);
    await member.ready();
  }

  const notInFlight = ({ began, ended }: Failure) => !kills.some((at) => began <= at && at <= ended);

  /** The id of the process that answers there. */
  const processAt = async (url: string) => (await (await fetch(`${url}/api/ready`)).json()).process;

  /** Everybody who has an alert for the game is mailed. From here on members set alerts for another game. */
  async function dropPrice() {
    const { id: gameId, title } = games[drops.length % games.length]!;
    load.alertGame = games[(drops.length + 1) % games.length]!.id;
    const told = load.members.filter(({ alerts }) => alerts.includes(gameId));
    drops.push({ gameId, title, told });
    // alerts are mailed to no other address
    await database.pool.query("update users set email_verified = true where not email_verified");
    await recordOffers(database.db, [{ gameId, store: "steam", priceCents: 1 }], { now: new Date() });
  }

  test("the proxy keeps what is public for a moment, and nothing that is personal", async () => {
    await expect.poll(() => load.members.length, inTheEnd).toBeGreaterThan(0);
    const { token } = load.members[0]!;
    const publicly = "GET /api/games?limit=3&page=7";
    const comesFrom = async (route: string, bearer?: string) =>
      (await call(route, undefined, bearer)).headers.get("x-cache");
    await expect.poll(() => comesFrom(publicly), inTheEnd).toBe("HIT");
    for (const [route, bearer, source] of [
      [publicly, token, "BYPASS"],
      ["GET /api/wishlist", token, "BYPASS"],
      ["GET /api/auth/me", undefined, "MISS"],
    ] as const) {
      for (let time = 0; time < 3; time += 1) expect([route, await comesFrom(route, bearer)]).toEqual([route, source]);
    }
  });

  test(`kill -9 of any one process fails no read but those in flight, ${rounds} times each`, {
    timeout: 1_800_000,
  }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      for (const member of round === 0 && !soaking ? cluster.web.slice(0, 1) : cluster.web) {
        await goOn(30, 5);
        await kill(member);
        // it is asked again
        const revived = await processAt(member.address);
        await expect.poll(() => processAt(cluster.url), inTheEnd).toBe(revived);
      }

      await goOn(30, 10);
      const letters = (await listMails(cluster.filesDir)).length;
      await dropPrice();
      // in the middle of telling of it
      await expect
        .poll(async () => (await listMails(cluster.filesDir)).length, { ...inTheEnd, interval: 1 })
        .toBeGreaterThan(letters);
      await kill(cluster.worker);
    }
    await goOn(30, 5);
    expect(load.failures.filter(notInFlight)).toEqual([]);
    // a cache in front has another process asked at once: not even those in flight failed
    expect(load.failures).toEqual([]);
  });

  const ways = [
    {
      away: "frozen",
      leave: async () => signalDatabase(cluster.database!.dataDir, "SIGSTOP"),
      comeBack: async () => signalDatabase(cluster.database!.dataDir, "SIGCONT"),
    },
    {
      away: "stopped",
      leave: () => cluster.database!.stop(),
      comeBack: () => cluster.database!.start(),
    },
  ].filter(({ away }) => away !== "frozen" || process.platform === "linux");
  if (ways.length === 1) console.warn("Skipped the frozen database: only Linux tells which processes are its own");

  test.each(ways)(
    "with the database $away everything that can be read is, marked as stale",
    { timeout: 300_000 },
    async (way) => {
      const pids = () => [...cluster.web, cluster.worker].map((member) => member.pid());
      const before = pids();
      const failed = load.failures.length;
      /** Whether each web process says of its answers that they may be out of date. */
      const areMarked = () =>
        Promise.all(
          cluster.web.map(({ address }) => fetch(`${address}/api/games`).then(({ headers }) => headers.has("warning"))),
        );
      const isSaved = async () => {
        const { status, headers } = await call(
          "PUT /api/auth/profile",
          { username: load.members[0]!.email.split("@")[0] },
          load.members[0]!.token,
        );
        if (status === 503) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
        else expect(status).toBe(200);
        return status === 200;
      };
      expect([await areMarked(), await isSaved()]).toEqual([[false, false], true]);

      await way.leave();
      const leftAt = Date.now();
      await expect.poll(areMarked, inTheEnd).toEqual([true, true]);
      const noticedMs = Date.now() - leftAt;
      const readBefore = load.reads;
      do {
        expect([await areMarked(), await isSaved()]).toEqual([[true, true], false]);
        const signIn = await call("POST /api/auth/login", { email: load.members[0]!.email, password: loadPassword });
        expect([signIn.status, Number(signIn.headers.get("retry-after")) > 0]).toEqual([503, true]);
        await sleep(50);
      } while (Date.now() - leftAt < awayMs);
      expect(load.reads).toBeGreaterThan(readBefore);

      await way.comeBack();
      const backAt = Date.now();
      // asked in turn, they have all saved something
      for (let inARow = 0; inARow < 4; ) {
        inARow = (await isSaved()) && !(await areMarked()).includes(true) ? inARow + 1 : 0;
        expect(Date.now() - backAt).toBeLessThan(repeats(30_000, 5_000));
        await sleep(10);
      }
      const backMs = Date.now() - backAt;
      expect(load.failures.slice(failed)).toEqual([]);
      expect(pids()).toEqual(before);
      if (soaking) console.info({ away: way.away, awayMs: backAt - leftAt, noticedMs, backMs });
    },
  );

  test("nothing that was confirmed is lost, and nothing was done twice", { timeout: 600_000 }, async () => {
    await goOn(20, 6);
    await load.stop();
    if (soaking) {
      const { reads, failures, written, unconfirmed, members } = load;
      console.info({
        kills: kills.length,
        reads,
        failed: failures.length,
        written,
        unconfirmed,
        members: members.length,
      });
    }
    await passTime(database.pool);
    const waiting = async () =>
      (await listQueueStates(database.db))
        .filter(({ waiting, active }) => waiting + active > 0)
        .map(({ queue }) => queue);
    await expect.poll(waiting, { timeout: 200_000, interval: 100 }).toEqual([]);

    expect(load.members.length).toBeGreaterThan(5);
    async function expectKept({ email, token, wished, alerts }: LoadMember) {
      expect((await call("GET /api/auth/me", undefined, token)).body.user.email).toBe(email);
      const wishlist = (await call("GET /api/wishlist?limit=20", undefined, token)).body.items;
      expect(wishlist.map((item: { game_id: number }) => item.game_id)).toEqual(expect.arrayContaining(wished));
      const set = (await call("GET /api/alerts", undefined, token)).body.alerts;
      expect(set.map((alert: { game_id: number }) => alert.game_id)).toEqual(expect.arrayContaining(alerts));
    }
    const unseen = load.members.values();
    const check = async () => {
      for (const member of unseen) await expectKept(member);
    };
    await Promise.all([check(), check(), check(), check()]);

    const { rows } = await database.pool.query(
      "select new_value ->> 'value' as value from audit_log where resource_key = $1 order by id",
      [changedSetting],
    );
    const audited = rows.map(({ value }) => value);
    expect(audited).toEqual([...new Set(audited)]);
    expect(audited).toEqual(expect.arrayContaining(load.settings.confirmed));
    expect(load.settings.tried).toEqual(expect.arrayContaining(audited));
    expect(await database.db.transaction((tx) => verifyChain(tx))).toMatchObject({ problem: null });

    const read = (await readMails(cluster.filesDir)).map(
      (letter) => `${/^To: (.+)\r$/m.exec(letter)?.[1]}: ${/^Subject: (.+)\r$/m.exec(letter)?.[1]}`,
    );
    expect(read.length).toBe(new Set(read).size);
    const resets = load.members.filter(({ askedForReset }) => askedForReset);
    expect(read.filter((line) => /password/i.test(line)).map((line) => line.split(": ")[0])).toEqual(
      expect.arrayContaining(resets.map(({ email }) => email)),
    );
    for (const { title, told } of drops) {
      expect(told.length).toBeGreaterThan(0);
      expect(read).toEqual(expect.arrayContaining(told.map(({ email }) => `${email}: ${title} is $0.01 at Steam`)));
    }
  });
});
