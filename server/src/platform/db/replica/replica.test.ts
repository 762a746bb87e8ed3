import pg from "pg";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { recordOffers } from "../../../features/prices/offers/commands.ts";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { eventually } from "../../../test/eventually.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { signalDatabase } from "../../../test/processes/signal-database.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { startReplicatedServers } from "../../../test/servers/replica.ts";
import { signInUser } from "../../../test/users.ts";
import { connect } from "../connect.ts";
import { openReplica } from "./replica.ts";

const token = "a-token-for-metrics";
const folder = await createTestFolder();
const servers = await startReplicatedServers(folder);
if (!servers) console.warn("Skipped the replica: two servers side by side need sockets");

test.skipIf(!servers)(
  "reads of everybody go to a replica that has all that was heard, and else to the primary",
  { timeout: 180_000 },
  async () => {
    if (!servers) return;
    const { primaryUrl, replicaUrl } = servers;
    const primary = connect({ connectionString: primaryUrl }, () => {});
    const { db } = primary;
    const [id = 0, other = 0] = await addCatalogue(db, [
      { title: "Portal", offers: { steam: { priceMinor: 1_000 } } },
      { title: "Quake", offers: { steam: { priceMinor: 1_000 } } },
    ]);
    const ann = await signInUser(db, "ann");
    const warnings: string[] = [];
    const app = await startTestApp(
      { ...primary, url: primaryUrl },
      {
        // each counts its own reads
        alone: true,
        env: {
          DATABASE_URL: primaryUrl,
          DATABASE_READ_URL: replicaUrl,
          METRICS_TOKEN: token,
          DATA_DIR: folder.path("site"),
        },
        log: pino({ level: "warn" }, { write: (line: string) => warnings.push(JSON.parse(line).msg) }),
      },
    );
    const get = async (url: string) => (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).body;
    const historyOf = async (game: number) =>
      (await app.inject({ url: `/api/games/${game}/price-history`, headers: ann.headers })).body;
    const figure = async (series: string) => Number((await get("/metrics")).split(`_${series} `)[1]?.split("\n")[0]);
    const status = async () => {
      const states = ["used", "behind", "away"];
      const figures = await Promise.all(states.map((each) => figure(`replica_standing{standing="${each}"}`)));
      return states[figures.indexOf(1)];
    };
    const hasStatus = (wanted: string) => eventually(async () => expect(await status()).toBe(wanted));
    const readsOf = (database: string) => figure(`database_reads{database="${database}"}`);
    let cents = 1_000;
    const changePrice = async () => {
      cents += 1;
      await recordOffers(db, [{ gameId: id, store: "steam", priceMinor: cents }], { now: new Date() });
    };
    /** What visitors see of the game: the price in lists, of its offer, and the last one of its history. */
    const shown = async () => {
      const game = JSON.parse(await get(`/api/games/${id}`));
      const { history } = JSON.parse(await historyOf(id));
      const list = JSON.parse(await get("/api/games?search=portal"));
      return [list.games[0].steam_price, game.steam_price, game.offers[0].price, history.at(-1).price].map((price) =>
        Math.round(price * 100),
      );
    };
    const shows = () => eventually(async () => expect(await shown()).toEqual([cents, cents, cents, cents]));

    await hasStatus("used");
    await shows();
    await eventually(async () => {
      const before = [await readsOf("primary"), await readsOf("replica")];
      await shown();
      const after = [await readsOf("primary"), await readsOf("replica")];
      expect([after[0], after[1]! > before[1]!]).toEqual([before[0], true]);
    });
    const replica = new pg.Client({ connectionString: replicaUrl });
    await replica.connect();
    const result = await replica.query(
      "select from pg_stat_activity where query like '%price_history%' and pid <> pg_backend_pid()",
    );
    expect(result.rowCount).toBeGreaterThan(0);

    // it gets changes, but does not show them
    await replica.query("select pg_wal_replay_pause()");
    await changePrice();
    const changedAt = Date.now();
    await shows();
    if (process.env.SOAK) console.info({ shownWhileReplicaStandsMs: Date.now() - changedAt });
    expect(await status()).toBe("behind");
    const wish = await app.inject({
      method: "POST",
      url: "/api/wishlist",
      payload: { gameId: other },
      headers: ann.headers,
    });
    expect(wish.statusCode).toBe(201);
    const wishes = await app.inject({ url: "/api/wishlist", headers: ann.headers });
    expect(wishes.body).toContain("Quake");
    await replica.query("select pg_wal_replay_resume()");
    await replica.end();
    await hasStatus("used");
    await shows();

    for (let round = 0; round < repeats(0, 3); round++) {
      signalDatabase(folder.path("replica"), "SIGSTOP");
      const frozenAt = Date.now();
      await historyOf(id);
      console.info({ answeredWhileReplicaIsFrozenMs: Date.now() - frozenAt });
      await hasStatus("away");
      await changePrice();
      await shows();
      signalDatabase(folder.path("replica"), "SIGCONT");
      await hasStatus("used");
      await shows();
    }
    warnings.length = 0;

    await servers.stopReplica();
    await changePrice();
    await shows();
    await hasStatus("away");
    for (let some = 0; some < 3; some++) {
      await changePrice();
      await shows();
    }
    expect(warnings.filter((message) => message.includes("replica"))).toEqual([
      "the replica is unavailable; reading from the primary",
    ]);
    await servers.startReplica();
    await hasStatus("used");
    const before = await readsOf("replica");
    await changePrice();
    await shows();
    await eventually(async () => {
      await historyOf(other);
      expect(await readsOf("replica")).toBeGreaterThan(before);
    });
    await app.close();
    await primary.close();
  },
);

test.skipIf(!servers)("a server that is no replica of this database is never read", async () => {
  if (!servers) return;
  const primary = connect({ connectionString: servers.primaryUrl }, () => {});
  const logged: string[] = [];
  const log = { info() {}, warn: ({ err }: { err: unknown }) => logged.push(String(err)) };
  const replica = openReplica({ ...primary, connection: {}, url: servers.primaryUrl, log });
  await eventually(() => expect(logged).toEqual([expect.stringContaining("is not a replica of this database")]));
  expect(await replica.prepare(() => async () => "answer")()).toBe("answer");
  expect(replica.state()).toEqual({ status: "away", reads: { primary: 1, replica: 0 } });
  await replica.close();
  await primary.close();
});

afterAll(() => servers?.stop());
