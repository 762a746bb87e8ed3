// A process with only the site's polls, for tests that kill it. Arguments: URL of the database, URL of the store.
import { readSettings } from "contract/site-config/rules.ts";
import { pino } from "pino";
import type { OfferObservation } from "../../features/prices/offers/commands.ts";
import type { PollSource } from "../../features/prices/polls/commands-poll.ts";
import { priceJobs } from "../../features/prices/polls/jobs.ts";
import { listenForChanges } from "../../platform/db/changes/changes.ts";
import { connect } from "../../platform/db/connect.ts";
import { startWorkers } from "../../platform/jobs/work.ts";
import { secretKey } from "../secret-key.ts";
import { pageOf } from "../servers/price-source.ts";

const [connectionString = "", store = ""] = process.argv.slice(2);
const connection = { connectionString };
const { db, pool } = connect(connection, () => {}, { size: 4 });
const log = pino({ level: "silent" });

const source: PollSource = {
  key: "gog",
  store: "gog",
  country: "US",
  exhaustive: true,
  readsOffers: true,
  async *read({ signal, after }) {
    for (let page = after === null ? 0 : Number(after) + 1; ; page += 1) {
      const response = await fetch(`${store}/${page}?reader=${process.pid}`, { signal });
      const observations = (await response.json()) as OfferObservation[];
      if (observations.length === 0) return;
      yield pageOf(observations, { cursor: String(page) });
    }
  },
};
const settings = readSettings(new Map());
const jobs = {
  db,
  connection,
  sources: () => [source],
  settings: () => settings,
  listOperators: async () => [],
  secretKey,
  log,
  signal: new AbortController().signal,
};
const workers = await startWorkers({ pool, log }, priceJobs(jobs));
const changes = await listenForChanges(connection, { onLost() {}, onUnreachable() {}, onReachable() {} });
changes.follow({ jobs: () => workers.wake() });
workers.wake();
console.log("ready");
