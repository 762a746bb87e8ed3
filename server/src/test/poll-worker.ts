/**
 * A site reduced to its polls, in a process of its own that a test can kill: reads one store, page by page, whenever a job
 * says so. Runs until it is killed. Arguments: address of the database, address of the store.
 */
import { readSettings } from "contract/site-config/rules.ts";
import { pino } from "pino";
import { listenForChanges } from "../db/changes.ts";
import { connect } from "../db/connect.ts";
import { startWorkers } from "../jobs/work.ts";
import type { OfferObservation } from "../prices/commands.ts";
import type { PollSource } from "../prices/commands-poll.ts";
import { priceJobs } from "../prices/jobs.ts";
import { pageOf } from "./price-source.ts";

const [connectionString = "", store = ""] = process.argv.slice(2);
const connection = { connectionString };
const { db, pool } = connect(connection, () => {}, { size: 4 });
const log = pino({ level: "silent" });

const source: PollSource = {
  key: "gog",
  store: "gog",
  coversStore: true,
  async *read({ signal, after }) {
    for (let page = after === null ? 0 : Number(after) + 1; ; page += 1) {
      const answer = await fetch(`${store}/${page}?reader=${process.pid}`, { signal });
      const observations = (await answer.json()) as OfferObservation[];
      if (observations.length === 0) return;
      yield pageOf(observations, { cursor: String(page) });
    }
  },
};
const settings = readSettings(new Map());
const jobs = { db, connection, sources: [source], settings: () => settings, log, signal: new AbortController().signal };
const workers = await startWorkers({ pool, log }, priceJobs(jobs));
const changes = await listenForChanges(connection, { onLost() {}, onAway() {}, onBack() {} });
changes.follow({ jobs: () => workers.wake() });
workers.wake();
console.log("ready");
